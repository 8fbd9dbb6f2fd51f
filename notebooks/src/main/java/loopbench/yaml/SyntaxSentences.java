// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/** The parser's own words about broken YAML, said so that an operator knows what to do. */
final class SyntaxSentences {
  private SyntaxSentences() {}

  /**
   * @param problem as SnakeYAML Engine words it
   * @param opened where the thing began that the parser could not finish, or null
   */
  static String of(String problem, Mark opened) {
    String since = opened == null ? "" : " on line " + opened.line();
    if (problem.contains("(TAB)") || problem.contains("\\t")) {
      return "A tab stands where YAML wants spaces. Indent with spaces.";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "A colon makes this a second key where only a value may stand. Put the value in quotes,"
          + " or give the key a line of its own, indented like its neighbours.";
    }
    if (problem.contains("could not find expected ':'")) {
      return "No colon follows what should be a key here. Write it as \"key: value\".";
    }
    if (problem.contains("sequence entries are not allowed")) {
      return "A list item cannot begin here. Put \"- \" on a line of its own below the key.";
    }
    if (problem.contains("mapping keys are not allowed")) {
      return "A key cannot begin here. Put it on a line of its own.";
    }
    if (problem.contains("expected <block end>")) {
      return "The indentation or a leftover character here fits nothing above it. Align the line with"
          + " its neighbours, and put text after a closing quote inside the quotes.";
    }
    if (problem.contains("expected ',' or '}'")) {
      return "The brace opened"
          + since
          + " is not closed, or a comma is missing before this place. Add \"}\" or \",\".";
    }
    if (problem.contains("expected ',' or ']'")) {
      return "The bracket opened"
          + since
          + " is not closed, or a comma is missing before this place. Add \"]\" or \",\".";
    }
    if (problem.contains("unexpected end of stream")) {
      return "The quote opened" + since + " is never closed. Close it.";
    }
    if (problem.contains("unexpected document separator")) {
      return "A line of \"---\" or \"...\" stands inside the quotes opened"
          + since
          + ". Close the quotes before it.";
    }
    if (problem.contains("cannot start any token")) {
      return "A value cannot begin with this character. Put the value in quotes.";
    }
    if (problem.contains("escape")) {
      return "A backslash begins an escape that YAML does not know. Use single quotes, or double the"
          + " backslash.";
    }
    if (problem.contains("expected the node content") && problem.contains("<stream end>")) {
      return "The text ends where a value is still to come. Write it, or the rest if the text was cut"
          + " off.";
    }
    if (problem.contains("expected the node content")) {
      return "A key or value is missing here. Write it, or remove what asks for it.";
    }
    if (problem.contains("<document start>")) {
      return "The text goes on although its value has ended. Remove the rest, or indent it so that it"
          + " belongs to what stands above.";
    }
    if (problem.contains("chomping") || problem.contains("indentation indicator")) {
      return "Only +, - or a digit from 1 to 9 may follow | and >. Put the text on the lines below.";
    }
    if (problem.contains("leading empty lines")) {
      return "An empty line at the start of this block text is indented further than the text. Take"
          + " its spaces away.";
    }
    return "This cannot be read as YAML ("
        + problem.strip().replaceAll("\\s+", " ")
        + "). Correct or remove it.";
  }
}
