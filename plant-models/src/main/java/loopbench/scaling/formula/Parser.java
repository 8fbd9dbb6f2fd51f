// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.knob.Nearest;

/**
 * Tokens to terms. The grammar, that of expr-lang/expr 1.17.8 ({@code parser/parser.go}) without
 * maps, fields and methods:
 *
 * <pre>{@code
 * formula    = sequence END
 * sequence   = expression { ";" expression } [ ";" before END ]
 * expression = let | if | choice                       operators of level 0 and up
 * let        = "let" NAME "=" expression ";" sequence
 * if         = "if" expression "{" sequence "}" "else" ( if | "{" sequence "}" )
 * choice     = operation { "?" expression ":" expression | "?" ":" expression }
 *
 * operation  = primary { OPERATOR operation            of a higher level: all group to the left,
 *                      | "not" NEGATABLE operation     but ** and ^ to the right
 *                      | "|" NAME arguments }          the left side becomes the first argument
 *
 * level 0  |                  20  == != < > <= >= in contains startsWith endsWith matches
 *      10  or ||              25  ..                  60  * / %
 *      15  and &&             30  + -                100  ** ^        500  ??
 *
 * primary    = ( "-" | "+" ) operation of level 90  { postfix }
 *            | ( "!" | "not" ) operation of level 50  { postfix }
 *            | "(" sequence ")" { postfix }
 *            | "#" [ "index" | "acc" ] { postfix }     inside a predicate
 *            | [ "::" ] NAME arguments { postfix }     "::" is the function even where a trigger
 *            | NAME { postfix }                        has its name
 *            | "[" [ expression { "," expression } [ "," ] ] "]" { postfix }
 *            | STRING { postfix } | NUMBER | "true" | "false" | "nil"
 * postfix    = "[" expression "]" | "[" [ expression ] ":" [ expression ] "]"
 * arguments  = "(" [ argument { "," argument } [ "," ] ] ")"
 * argument   = expression, or where the function takes a predicate
 *              expression | "{" sequence "}"
 *
 * NEGATABLE  = in contains startsWith endsWith matches
 * }</pre>
 *
 * <p>Three rules beside it. {@code < > <= >=} chain: {@code 1 < a < 3} means both. After {@code ??}
 * no other operator may follow in the same operation: {@code a ?? b + 1} is an error. And {@code
 * $env["name"]} and {@code $env.name} read a trigger.
 *
 * <p>Numbers: {@code 10 1_000 0x10 0o7 0b1 2.5 .5 1e3}. Comments: {@code //} to the end of the line
 * and {@code /* *}{@code /}.
 */
final class Parser {
  /** What KEDA compiles at most ({@code conf.DefaultMaxNodes}). */
  static final int MOST_PARTS = 10_000;

  /**
   * How deep terms may stand in each other. Our own bound, since reading and evaluating recurse; a
   * formula that a person wrote stays below twenty.
   */
  static final int DEEPEST = 200;

  private final List<Token> tokens;
  private final Set<String> triggers;
  private final List<Token> numbers = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final Map<Term, Integer> depths = new IdentityHashMap<>();
  private int position;
  private int nesting;
  private int predicates;
  private int parts;

  /**
   * @param triggers a function of the same name as one of these is hidden
   */
  Parser(List<Token> tokens, Set<String> triggers) {
    this.tokens = tokens;
    this.triggers = triggers;
  }

  /** The whole text as a term; a {@link Refusal} where it is none. */
  Term formula() {
    Term term = sequence();
    if (token().kind() != Token.Kind.END) {
      throw unexpected();
    }
    return term;
  }

  /** The numbers met, as tokens, in the order of the text. */
  List<Token> numbers() {
    return numbers;
  }

  /** Their values. */
  List<Double> values() {
    return values;
  }

  private Term sequence() {
    int at = token().at();
    List<Term> terms = new ArrayList<>();
    terms.add(expression(0));
    while (token().operator(";")) {
      advance();
      if (token().kind() == Token.Kind.END) {
        break;
      }
      terms.add(expression(0));
    }
    return terms.size() == 1
        ? terms.get(0)
        : made(new Term.Sequence(at, List.copyOf(terms)), terms);
  }

  private Term expression(int level) {
    if (++nesting > DEEPEST) {
      throw tooDeep(token().at());
    }
    Term term;
    if (level == 0 && token().operator("let")) {
      term = let();
    } else if (level == 0 && token().operator("if")) {
      term = ifElse();
    } else {
      term = operation(level);
      if (level == 0) {
        term = choices(term);
      }
    }
    nesting--;
    return term;
  }

  private Term let() {
    advance();
    Token name = expect(Token.Kind.NAME, "a name after let");
    expect("=");
    Term value = expression(0);
    expect(";");
    Term body = sequence();
    return made(new Term.Let(name.at(), name.text(), value, body), List.of(value, body));
  }

  private Term ifElse() {
    if (++nesting > DEEPEST) {
      throw tooDeep(token().at());
    }
    int at = advance().at();
    Term condition = expression(0);
    Term yes = block();
    expect("else");
    Term no = token().operator("if") ? ifElse() : block();
    nesting--;
    return made(
        new Term.Conditional(at, condition, Optional.of(yes), no), List.of(condition, yes, no));
  }

  private Term block() {
    expect("{");
    Term term = sequence();
    expect("}");
    return term;
  }

  private Term choices(Term first) {
    Term term = first;
    while (token().operator("?")) {
      int at = advance().at();
      Optional<Term> yes = Optional.empty();
      if (!token().operator(":")) {
        yes = Optional.of(expression(0));
      }
      expect(":");
      Term no = expression(0);
      term =
          made(
              new Term.Conditional(at, term, yes, no),
              yes.isPresent() ? List.of(term, yes.get(), no) : List.of(term, no));
    }
    return term;
  }

  private Term operation(int level) {
    Term left = primary();
    boolean afterCoalesce = false;
    while (token().kind() == Token.Kind.OPERATOR) {
      boolean negated = token().operator("not");
      Token word = negated ? peek() : token();
      Optional<Operator> found = Operator.of(word);
      if (negated && !found.map(Operator::mayBeNegated).orElse(false)) {
        advance();
        throw unexpected();
      }
      if (found.isEmpty() || found.get().level() < level) {
        break;
      }
      Operator operator = found.get();
      position += negated ? 2 : 1;
      if (operator == Operator.PIPE) {
        left = call(expect(Token.Kind.NAME, "a function after |"), Optional.of(left), false);
      } else if (afterCoalesce && operator != Operator.COALESCE) {
        throw new Refusal(
            "?? and "
                + word.text()
                + " cannot stand side by side; put brackets around one of them, as in (a ?? b) "
                + word.text()
                + " c.",
            word.at());
      } else if (operator.orders()) {
        left = comparison(left, operator, word.at());
      } else {
        Term right = expression(operator.rightLevel());
        left = made(new Term.Binary(word.at(), operator, left, right), List.of(left, right));
        if (negated) {
          left = made(new Term.Unary(word.at(), '!', left), List.of(left));
        }
      }
      afterCoalesce = operator == Operator.COALESCE;
    }
    return left;
  }

  private Term comparison(Term first, Operator operator, int at) {
    List<Term> operands = new ArrayList<>(List.of(first));
    List<Operator> operators = new ArrayList<>();
    List<Integer> ats = new ArrayList<>();
    Optional<Operator> next = Optional.of(operator);
    int nextAt = at;
    while (true) {
      operators.add(next.get());
      ats.add(nextAt);
      operands.add(expression(operator.rightLevel()));
      next = Operator.of(token()).filter(Operator::orders);
      if (next.isEmpty()) {
        break;
      }
      nextAt = advance().at();
    }
    return made(
        new Term.Comparison(List.copyOf(operands), List.copyOf(operators), List.copyOf(ats)),
        operands);
  }

  private Term primary() {
    Token token = token();
    if (token.operator("-") || token.operator("+")) {
      return unary(token, token.text().charAt(0), Operator.SIGN_LEVEL);
    }
    if (token.operator("!") || token.operator("not")) {
      return unary(token, '!', Operator.NOT_LEVEL);
    }
    if (token.bracket("(")) {
      advance();
      Term inner = sequence();
      expect(")");
      return postfix(inner);
    }
    if (token.operator("#") && predicates > 0) {
      advance();
      String name = token().kind() == Token.Kind.NAME ? advance().text() : "";
      return postfix(made(new Term.Pointer(token.at(), name), List.of()));
    }
    if (token.operator("::")) {
      advance();
      return postfix(call(expect(Token.Kind.NAME, "a function after ::"), Optional.empty(), true));
    }
    return secondary();
  }

  private Term unary(Token sign, char operator, int level) {
    advance();
    Term operand = expression(level);
    return postfix(made(new Term.Unary(sign.at(), operator, operand), List.of(operand)));
  }

  private Term secondary() {
    Token token = token();
    switch (token.kind()) {
      case NAME -> {
        advance();
        return switch (token.text()) {
          case "true" -> constant(token, true);
          case "false" -> constant(token, false);
          case "nil" -> constant(token, null);
          case "$env" -> postfix(environment(token));
          default ->
              postfix(
                  token().bracket("(")
                      ? call(token, Optional.empty(), false)
                      : made(new Term.Name(token.at(), token.text()), List.of()));
        };
      }
      case NUMBER -> {
        advance();
        return constant(token, number(token));
      }
      case STRING -> {
        advance();
        return postfix(constant(token, token.text()));
      }
      default -> {
        if (token.bracket("[")) {
          return postfix(array());
        }
        if (token.bracket("{")) {
          throw new Refusal(
              "A map cannot be a number, and formulas with maps are not run here; use [ ] for a"
                  + " list.",
              token.at());
        }
        throw unexpected();
      }
    }
  }

  private Term constant(Token token, Object value) {
    return made(new Term.Constant(token.at(), value), List.of());
  }

  private Object number(Token token) {
    String digits = token.text().replace("_", "");
    String lower = digits.toLowerCase(Locale.ROOT);
    Object value;
    try {
      if (lower.startsWith("0x")) {
        value = Long.parseLong(digits.substring(2), 16);
      } else if (lower.contains(".") || lower.contains("e")) {
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) {
          throw new NumberFormatException();
        }
        value = number;
      } else if (lower.startsWith("0b")) {
        value = Long.parseLong(digits.substring(2), 2);
      } else if (lower.startsWith("0o")) {
        value = Long.parseLong(digits.substring(2), 8);
      } else {
        value = Long.parseLong(digits);
      }
    } catch (NumberFormatException e) {
      throw new Refusal(
          Lexer.shortened(token.text())
              + " is no number that a formula can hold: whole ones fit 64 bits, those with a"
              + " fraction a double.",
          token.at());
    }
    numbers.add(token);
    values.add(((Number) value).doubleValue());
    return value;
  }

  private Term environment(Token env) {
    if (token().bracket("[") && peek().kind() == Token.Kind.STRING) {
      advance();
      String name = advance().text();
      expect("]");
      return made(new Term.Environment(env.at(), name), List.of());
    }
    if (token().operator(".") && peek().kind() == Token.Kind.NAME) {
      advance();
      return made(new Term.Environment(env.at(), advance().text()), List.of());
    }
    throw new Refusal(
        "$env is read here as $env[\"name\"] or $env.name, with the name of a trigger.", env.at());
  }

  private Term array() {
    int at = advance().at();
    List<Term> items = new ArrayList<>();
    while (!token().bracket("]")) {
      if (!items.isEmpty()) {
        expect(",");
        if (token().bracket("]")) {
          break;
        }
      }
      items.add(expression(0));
    }
    expect("]");
    return made(new Term.Array(at, List.copyOf(items)), items);
  }

  private Term postfix(Term first) {
    Term term = first;
    while (true) {
      Token token = token();
      if (token.operator(".") || token.operator("?.")) {
        throw new Refusal(
            "The "
                + token.text()
                + " asks for a field, and nothing in a formula has fields."
                + advice(token),
            token.at());
      }
      if (!token.bracket("[")) {
        return term;
      }
      advance();
      term = indexed(term, token.at());
      expect("]");
    }
  }

  private Term indexed(Term of, int at) {
    Optional<Term> from = token().operator(":") ? Optional.empty() : Optional.of(expression(0));
    if (from.isPresent() && !token().operator(":")) {
      return made(new Term.Index(at, of, from.get()), List.of(of, from.get()));
    }
    expect(":");
    Optional<Term> to = token().bracket("]") ? Optional.empty() : Optional.of(expression(0));
    List<Term> inner = new ArrayList<>(List.of(of));
    from.ifPresent(inner::add);
    to.ifPresent(inner::add);
    return made(new Term.Slice(at, of, from, to), inner);
  }

  private Term call(Token name, Optional<Term> piped, boolean evenIfHidden) {
    String word = name.text();
    if (triggers.contains(word) && !evenIfHidden) {
      throw new Refusal(
          Function.isFunction(word)
              ? "The trigger called "
                  + word
                  + " hides the function of that name; rename the trigger, or write ::"
                  + word
                  + "(...) for the function."
              : Lexer.shortened(word) + " is a trigger and cannot be called like a function.",
          name.at());
    }
    Function function = Function.of(word).orElseThrow(() -> noFunction(name));
    return function.predicate() == Function.Predicate.NONE
        ? plain(name, function, piped)
        : loop(name, function, piped);
  }

  private Term plain(Token name, Function function, Optional<Term> piped) {
    List<Term> all = new ArrayList<>();
    piped.ifPresent(all::add);
    int given = all.size();
    expect("(");
    while (!token().bracket(")")) {
      if (all.size() > given) {
        expect(",");
        if (token().bracket(")")) {
          break;
        }
      }
      all.add(expression(0));
    }
    expect(")");
    return made(new Term.Call(name.at(), function, List.copyOf(all)), all);
  }

  private Term loop(Token name, Function function, Optional<Term> piped) {
    expect("(");
    List<Term> inner = new ArrayList<>();
    Term over;
    if (piped.isPresent()) {
      over = piped.get();
    } else {
      needArgument(function);
      over = expression(0);
    }
    inner.add(over);
    Optional<Term> predicate = Optional.empty();
    if (function.predicate() == Function.Predicate.NEEDED || !token().bracket(")")) {
      needArgument(function);
      if (piped.isEmpty()) {
        comma(function);
      }
      predicate = Optional.of(predicate());
      inner.add(predicate.get());
    }
    Optional<Term> start = Optional.empty();
    if (function == Function.REDUCE && !token().bracket(")")) {
      expect(",");
      start = Optional.of(expression(0));
      inner.add(start.get());
    }
    if (token().operator(",")) {
      advance();
    }
    expect(")");
    return made(new Term.Loop(name.at(), function, over, predicate, start), inner);
  }

  private void needArgument(Function function) {
    if (token().bracket(")")) {
      throw new Refusal(
          function.word()
              + " needs a list and what to do with each element, as in "
              + function.word()
              + "([a, b], # > 1).",
          token().at());
    }
  }

  private void comma(Function function) {
    if (!token().operator(",")) {
      throw unexpected();
    }
    advance();
    needArgument(function);
  }

  private Term predicate() {
    predicates++;
    Term body;
    if (token().bracket("{")) {
      body = block();
    } else {
      body = expression(0);
      if (token().operator(";")) {
        throw new Refusal("Put { } around a predicate that has a ; in it.", token().at());
      }
    }
    predicates--;
    return body;
  }

  private Refusal noFunction(Token name) {
    String word = name.text();
    if (Function.isNotRun(word)) {
      return new Refusal(
          word + " is a function of the language, but formulas that use it are not run here.",
          name.at());
    }
    String instead =
        switch (word) {
          case "avg", "average" -> " Use mean.";
          case "sqrt" -> " Use x ** 0.5.";
          case "pow" -> " Use x ** y.";
          case "log", "ln", "exp", "log2", "log10" -> " The language has none like it.";
          case "clamp", "clamp_max", "clamp_min" -> " Use min(max(x, low), high).";
          default -> Nearest.hint(word, Function.words());
        };
    return new Refusal(
        "There is no function called " + Lexer.shortened(word) + "." + instead, name.at());
  }

  private <T extends Term> T made(T term, List<? extends Term> inner) {
    int depth = 1 + inner.stream().mapToInt(depths::get).max().orElse(0);
    depths.put(term, depth);
    if (depth > DEEPEST) {
      throw tooDeep(term.at());
    }
    if (++parts > MOST_PARTS) {
      throw new Refusal(
          String.format("The formula has more than %,d parts; KEDA compiles no more.", MOST_PARTS),
          term.at());
    }
    return term;
  }

  private static Refusal tooDeep(int at) {
    return new Refusal(
        "The formula is nested more than "
            + DEEPEST
            + " deep here (brackets, choices and long chains of operators count); break it up.",
        at);
  }

  private Token token() {
    return tokens.get(position);
  }

  private Token peek() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1));
  }

  /** Takes the token; END stays. */
  private Token advance() {
    Token token = token();
    if (token.kind() != Token.Kind.END) {
      position++;
    }
    return token;
  }

  private Token expect(Token.Kind kind, String what) {
    if (token().kind() != kind) {
      throw new Refusal("Here should be " + what + ", not " + shown(token()) + ".", token().at());
    }
    return advance();
  }

  private void expect(String word) {
    Token token = token();
    if (!token.operator(word) && !token.bracket(word)) {
      throw unexpected();
    }
    advance();
  }

  private Refusal unexpected() {
    Token token = token();
    return token.kind() == Token.Kind.END
        ? new Refusal("The formula ends where it should go on.", token.at())
        : new Refusal(shown(token) + " cannot stand here." + advice(token), token.at());
  }

  private String advice(Token token) {
    return switch (token.text()) {
      case "=" -> " To compare write ==.";
      case "&" -> " Write && or and.";
      case "?." -> " For a choice write a space after the ?.";
      case "#" -> " # is the element inside count, filter and their like, and nothing elsewhere.";
      default ->
          token.kind() == Token.Kind.OPERATOR && triggers.contains(token.text())
              ? " A trigger called "
                  + token.text()
                  + " cannot be named in a formula: it is a word of the language."
              : "";
    };
  }

  private static String shown(Token token) {
    return switch (token.kind()) {
      case END -> "the end of the formula";
      case STRING -> "\"" + Lexer.shortened(token.text()) + "\"";
      default -> Lexer.shortened(token.text());
    };
  }
}
