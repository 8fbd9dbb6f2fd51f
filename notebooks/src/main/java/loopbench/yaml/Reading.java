// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/**
 * One reading of one text: walks the parser's events with a stack of its own, because the engine's
 * composer recurses by the depth of the text and lets pass what the profile refuses.
 */
final class Reading {
  /** After so many problems the rest of a text is noise. */
  static final int MOST_PROBLEMS = 20;

  private static final Mark BEGIN = new Mark(0, 1, 1);

  private final String text;
  private final Limits limits;
  private final boolean severalDocuments;
  private final List<YamlProblem> problems = new ArrayList<>();
  private final List<Node> documents = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private final Set<String> anchors = new HashSet<>();
  private final Set<String> aliases = new HashSet<>();
  private Places places;
  private Iterator<Event> events;
  private Mark reached = BEGIN;

  Reading(String text, Limits limits, boolean severalDocuments) {
    this.text = text;
    this.limits = limits;
    this.severalDocuments = severalDocuments;
  }

  Documents read() {
    // Before anything else: 10 MB would keep the parser busy for half a minute.
    if (tooLong()) {
      return new Documents(List.of(), problems);
    }
    places = new Places(text);
    if (charactersAreFine()) {
      walk();
    }
    if (problems.isEmpty()) {
      return new Documents(documents, List.of());
    }
    problems.sort(Comparator.comparingInt(p -> p.at().offset()));
    return new Documents(List.of(), problems.subList(0, Math.min(problems.size(), MOST_PROBLEMS)));
  }

  private boolean tooLong() {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a surrogate pair counts 2 of the pair's 4 bytes.
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    if (bytes <= limits.maxBytes()) {
      return false;
    }
    problems.add(
        new YamlProblem(
            String.format(
                Locale.ROOT,
                "This %s has %,d bytes, more than the %,d that a %s may have. Split it, or move data"
                    + " into a file.",
                limits.what(),
                bytes,
                limits.maxBytes(),
                limits.what()),
            BEGIN));
    return true;
  }

  private boolean charactersAreFine() {
    // A text in another encoding is full of these; each is said where it stands first.
    Set<Integer> said = new HashSet<>();
    for (int i = 0; i < text.length() && problems.size() < MOST_PROBLEMS; ) {
      int c = text.codePointAt(i);
      boolean lone = c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      if ((lone || !allowed(c) && !(c == 0xFEFF && i == 0)) && said.add(isHalf(c) ? 0xD800 : c)) {
        problem(wrongCharacter(c), places.at(i));
      }
      i += Character.charCount(c);
    }
    return problems.isEmpty();
  }

  private static String wrongCharacter(int c) {
    if (isHalf(c)) {
      return "Half a character (a lone surrogate) stands here. Delete it and type the character"
          + " again.";
    }
    return c == '\r'
        ? "A carriage return stands alone here. End lines with LF or CR LF."
        : String.format(
            Locale.ROOT, "The invisible character U+%04X is not allowed. Delete it.", c);
  }

  private static boolean isHalf(int c) {
    return c >= 0xD800 && c <= 0xDFFF;
  }

  // YAML 1.2.2, production 1 (c-printable), without the byte order mark.
  private static boolean allowed(int c) {
    return c >= 0x20 && c <= 0x7E
        || c == '\n'
        || c == '\r'
        || c == '\t'
        || c == 0x85
        || c >= 0xA0 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF
        || c >= 0x10000;
  }

  private void walk() {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel("text")
            .setParseComments(false)
            .setMaxAliasesForCollections(0)
            .setAllowNonScalarKeys(false)
            .setCodePointLimit(text.length() + 1)
            // The engine fails on a pair of surrogates across the edge of its buffer.
            .setBufferSize(text.length() + 1)
            .build();
    events = new Parse(settings).parseString(text).iterator();
    for (Event event = next(); event != null; event = next()) {
      reached = end(event);
      if (!take(event) || problems.size() >= MOST_PROBLEMS) {
        return;
      }
    }
  }

  /** The next event; null at the end and, with a problem noted, where the text breaks. */
  private Event next() {
    try {
      return events.hasNext() ? events.next() : null;
    } catch (MarkedYamlEngineException e) {
      Mark opened = e.getContextMark().map(this::mark).orElse(null);
      Mark at = e.getProblemMark().map(this::mark).orElse(reached);
      String said = e.getProblem() == null ? String.valueOf(e.getMessage()) : e.getProblem();
      // The key without its colon is what has to be mended, not the place where hope was lost.
      boolean atOpening = opened != null && said.contains("could not find expected ':'");
      problem(SyntaxSentences.of(said, opened), atOpening ? opened : at);
    } catch (YamlVersionException e) {
      directive(reached);
    } catch (RuntimeException e) {
      // The engine is not ours and the text is anybody's: whatever it trips over is the text.
      problem(SyntaxSentences.of(String.valueOf(e.getMessage()), null), reached);
    }
    return null;
  }

  /** False where going on would make no sense. */
  private boolean take(Event event) {
    switch (event.getEventId()) {
      case DocumentStart:
        return documentStarts((DocumentStartEvent) event);
      case MappingStart, SequenceStart:
        return collectionStarts((CollectionStartEvent) event);
      case MappingEnd, SequenceEnd:
        put(open.pop().close(end(event)));
        return true;
      case Scalar:
        return scalar((ScalarEvent) event);
      case Alias:
        alias((AliasEvent) event);
        return placed(new Scalar("", Tag.NULL, Style.PLAIN, span(event)), false);
      default:
        return true;
    }
  }

  private boolean documentStarts(DocumentStartEvent event) {
    if (event.getSpecVersion().isPresent() || !event.getTags().isEmpty()) {
      directive(start(event));
      return false;
    }
    if (!severalDocuments && !documents.isEmpty()) {
      problem(
          "A second document begins here, but a "
              + limits.what()
              + " is one document. Remove this line and what follows, or make it a "
              + limits.what()
              + " of its own.",
          start(event));
      return false;
    }
    return true;
  }

  private void directive(Mark at) {
    problem("Directives such as %YAML and %TAG are not allowed. Remove the line.", at);
  }

  private boolean collectionStarts(CollectionStartEvent event) {
    refuseProperties(event, event.getTag().orElse(null));
    if (!open.isEmpty() && open.peek().wantsKey()) {
      problem(
          "A key must be text, but a list or mapping stands here. Put it in quotes; fill in a"
              + " template such as {{ name }} first.",
          start(event));
      return false;
    }
    if (open.size() == limits.maxDepth()) {
      problem(
          "Lists and mappings are nested deeper than "
              + limits.maxDepth()
              + " levels here, the most a "
              + limits.what()
              + " may have. Flatten them.",
          start(event));
      return false;
    }
    open.push(new Open(event instanceof MappingStartEvent, event.isFlow(), start(event)));
    return true;
  }

  private boolean scalar(ScalarEvent event) {
    refuseProperties(event, event.getTag().orElse(null));
    Style style = style(event.getScalarStyle());
    Tag tag = style == Style.PLAIN ? Tag.ofPlain(event.getValue()) : Tag.STRING;
    return placed(new Scalar(event.getValue(), tag, style, span(event)), true);
  }

  private boolean placed(Scalar scalar, boolean written) {
    if (!open.isEmpty() && open.peek().wantsKey()) {
      key(scalar, written);
    } else {
      put(scalar);
    }
    return true;
  }

  private void key(Scalar key, boolean written) {
    if (written && key.style() == Style.PLAIN && key.text().isEmpty()) {
      problem("A key is missing before the colon. Write one.", key.span().start());
    } else if (key.style() == Style.PLAIN && key.text().equals("<<")) {
      problem(
          "Merge keys (<<) are not allowed. Write the keys out where they are needed.",
          key.span().start());
    }
    Mark first = open.peek().keyed(key);
    if (first != null && written) {
      problem(
          "The key \""
              + shortened(key.text())
              + "\" stands here for the second time; the first is on line "
              + first.line()
              + ". Remove one of them.",
          key.span().start());
    }
  }

  private void put(Node node) {
    if (open.isEmpty()) {
      documents.add(node);
    } else {
      open.peek().put(node);
    }
  }

  private void alias(AliasEvent event) {
    String name = event.getAlias().getValue();
    // An alias of an anchor is no second mistake beside it.
    if (!anchors.contains(name) && aliases.add(name)) {
      problem(
          "Aliases are not allowed. Write the value of \"*"
              + shortened(name)
              + "\" out, or put it in quotes if it is meant as text.",
          start(event));
    }
  }

  private void refuseProperties(NodeEvent event, String tag) {
    if (tag != null) {
      problem(
          "Tags such as \""
              + shortened(tag)
              + "\" are not allowed. Remove it, or put the value in"
              + " quotes if it is meant as text.",
          start(event));
    }
    event.getAnchor().ifPresent(anchor -> anchor(anchor.getValue(), start(event)));
  }

  private void anchor(String name, Mark at) {
    anchors.add(name);
    // Whoever uses one uses many; the first tells what to do with all.
    if (anchors.size() == 1) {
      problem(
          "Anchors such as \"&"
              + shortened(name)
              + "\" are not allowed, nor are their aliases. Write the values out, or put them in"
              + " quotes if they are meant as text.",
          at);
    }
  }

  private void problem(String message, Mark at) {
    problems.add(new YamlProblem(message, at));
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= 40 ? line : line.substring(0, line.offsetByCodePoints(0, 30)) + "...";
  }

  private static Style style(ScalarStyle style) {
    return switch (style) {
      case SINGLE_QUOTED -> Style.SINGLE_QUOTED;
      case DOUBLE_QUOTED, JSON_SCALAR_STYLE -> Style.DOUBLE_QUOTED;
      case LITERAL -> Style.LITERAL;
      case FOLDED -> Style.FOLDED;
      case PLAIN -> Style.PLAIN;
    };
  }

  private Span span(Event event) {
    return new Span(start(event), end(event));
  }

  private Mark start(Event event) {
    return mark(event.getStartMark().orElseThrow());
  }

  private Mark end(Event event) {
    return mark(event.getEndMark().orElseThrow());
  }

  private Mark mark(org.snakeyaml.engine.v2.exceptions.Mark mark) {
    return places.atCodePoint(mark.getIndex());
  }

  /** A collection whose end has not come. */
  private static final class Open {
    private final boolean mapping;
    private final boolean flow;
    private final Mark start;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Node> items = new ArrayList<>();
    private final Map<String, Mark> keys = new HashMap<>();
    private Scalar key;
    private Mark lastChildEnd;

    Open(boolean mapping, boolean flow, Mark start) {
      this.mapping = mapping;
      this.flow = flow;
      this.start = start;
    }

    boolean wantsKey() {
      return mapping && key == null;
    }

    /** Where this key stood before, or null. */
    Mark keyed(Scalar key) {
      this.key = key;
      return keys.putIfAbsent(key.text(), key.span().start());
    }

    void put(Node node) {
      lastChildEnd = node.span().end();
      if (mapping) {
        entries.add(new Entry(key, node));
        key = null;
      } else {
        items.add(node);
      }
    }

    Node close(Mark eventEnd) {
      // The parser ends a block where the next thing begins, comments in between and all.
      Span span = new Span(start, flow || lastChildEnd == null ? eventEnd : lastChildEnd);
      return mapping ? new Mapping(entries, span, flow) : new Sequence(items, span, flow);
    }
  }
}
