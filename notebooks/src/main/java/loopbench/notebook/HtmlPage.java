// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.UrlSanitizer;

/**
 * A notebook as one HTML file: its texts, its cells' sources folded, and what they show. It needs
 * no other file, loads nothing and has no script. What a stranger's notebook holds is data here:
 * HTML of theirs is shown as the text that stands beside it, and only tables that this program
 * wrote are tables.
 */
public final class HtmlPage {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(List.of(TablesExtension.create()))
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new InertUrls())
          .build();

  /** Nothing may be fetched, whatever stands in the page. */
  private static final String POLICY =
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

  private static final String STYLE =
      """
      :root { color-scheme: light; }
      body { background: #F4F6F8; color: #1F2328; font: 15px/1.55 Inter, system-ui, sans-serif; margin: 0; }
      main { max-width: 840px; margin: 0 auto; padding: 32px 16px; }
      h1 { font-size: 24px; } h2 { font-size: 18px; margin-top: 32px; }
      a { color: #1961BA; }
      code, pre { font: 12.5px/1.5 "JetBrains Mono", ui-monospace, monospace; }
      section { background: #FFFFFF; border: 1px solid #DFE4EA; border-radius: 8px; margin: 12px 0; padding: 10px 14px; }
      summary { cursor: pointer; font-weight: 600; font-size: 13px; }
      summary span { color: #59636E; font-weight: 400; }
      pre { background: #F6F8FA; border-radius: 6px; overflow-x: auto; padding: 10px 12px; white-space: pre-wrap; }
      img { display: block; height: auto; max-width: 100%; margin: 10px 0; }
      p.says { margin: 8px 0; } p.wrong { color: #B93627; margin: 8px 0; }
      table { border-collapse: collapse; display: block; font-size: 12.5px; margin: 10px 0; overflow-x: auto; }
      th, td { border-bottom: 1px solid #EBEFF3; padding: 4px 12px 4px 0; text-align: left; vertical-align: top; }
      th { color: #59636E; font-weight: 600; }
      @media print { body { background: #FFFFFF; } section { break-inside: avoid; border-color: #EBEFF3; } }
      """;

  private final StringBuilder page = new StringBuilder();
  private final boolean openSources;

  private HtmlPage(boolean openSources) {
    this.openSources = openSources;
  }

  /**
   * @param name what the page is called where the notebook has no heading
   * @param openSources whether the cells' texts are shown at once, else they are folded
   */
  public static String of(Notebook notebook, String name, boolean openSources) {
    HtmlPage html = new HtmlPage(openSources);
    html.page
        .append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append(POLICY)
        .append("\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
        .append(escaped(title(notebook).orElse(name)))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<main>\n");
    notebook.cells().forEach(html::cell);
    html.page.append("</main>\n</body>\n</html>\n");
    return html.page.toString();
  }

  private static Optional<String> title(Notebook notebook) {
    return notebook.cells().stream()
        .filter(c -> c.type() == Cell.Type.MARKDOWN)
        .flatMap(c -> c.source().lines())
        .filter(l -> l.startsWith("# "))
        .map(l -> l.substring(2).strip())
        .findFirst();
  }

  private void cell(Cell cell) {
    switch (cell.type()) {
      case MARKDOWN -> page.append(markdown(cell.source(), cell.attachments().orElse(Map.of())));
      case RAW -> pre(cell.source());
      case CODE -> code(cell);
    }
  }

  private void code(Cell cell) {
    page.append("<section>\n<details")
        .append(openSources ? " open" : "")
        .append("><summary>")
        .append(escaped(Differences.label(cell)));
    SourceChange.field(cell, "about")
        .ifPresent(about -> page.append(" <span>").append(escaped(about)).append("</span>"));
    page.append("</summary>\n");
    pre(cell.source());
    page.append("</details>\n");
    String last = "";
    for (Map<String, Object> output : cell.outputs()) {
      last = output(output, last);
    }
    page.append("</section>\n");
  }

  private void pre(String text) {
    page.append("<pre>").append(escaped(text)).append("</pre>\n");
  }

  /**
   * Shows an output; a sentence that stood above already is not said again. Answers the sentence.
   */
  private String output(Map<String, Object> output, String last) {
    if (!(output.get("data") instanceof Map<?, ?> data)) {
      Object said = output.getOrDefault("evalue", output.get("text"));
      if (said instanceof String text) {
        boolean wrong = "error".equals(output.get("output_type"));
        page.append(wrong ? "<p class=\"wrong\">" : "<pre>")
            .append(escaped(text))
            .append(wrong ? "</p>\n" : "</pre>\n");
      }
      return last;
    }
    String plain = data.get("text/plain") instanceof String text ? text : "";
    if (data.get("image/png") instanceof String png && png.matches("[A-Za-z0-9+/=\\s]+")) {
      says(plain, last);
      page.append("<img alt=\"").append(escaped(plain)).append('"').append(width(output));
      page.append(" src=\"data:image/png;base64,")
          .append(png.replaceAll("\\s", ""))
          .append("\">\n");
    } else if (data.get("text/html") instanceof String html && TableHtml.read(html).isPresent()) {
      says(plain, last);
      page.append(html);
    } else if (data.get("text/markdown") instanceof String markdown) {
      says(plain, last);
      page.append(markdown(markdown, Map.of()));
    } else if (plain.strip().contains("\n")) {
      pre(plain);
    } else {
      says(plain, last);
    }
    return plain.isEmpty() ? last : plain;
  }

  private void says(String sentence, String last) {
    if (!sentence.isEmpty() && !sentence.equals(last)) {
      page.append("<p class=\"says\">").append(escaped(sentence)).append("</p>\n");
    }
  }

  private static String width(Map<String, Object> output) {
    return output.get("metadata") instanceof Map<?, ?> metadata
            && metadata.get("image/png") instanceof Map<?, ?> size
            && size.get("width") instanceof Number width
            && width.intValue() > 0
        ? " width=\"" + width.intValue() + '"'
        : "";
  }

  private static String markdown(String source, Map<String, Object> attachments) {
    Node document = PARSER.parse(source);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Image image) {
            Optional<String> attached = attached(image.getDestination(), attachments);
            if (attached.isPresent()) {
              image.setDestination(attached.get());
            } else {
              Text instead = new Text("[picture: " + words(image) + "]");
              image.insertBefore(instead);
              image.unlink();
            }
          }
        });
    return RENDERER.render(document);
  }

  private static String words(Image image) {
    StringBuilder words = new StringBuilder();
    image.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            words.append(text.getLiteral());
          }
        });
    return words.isEmpty() ? image.getDestination() : words.toString();
  }

  private static Optional<String> attached(String address, Map<String, Object> attachments) {
    if (address.startsWith("attachment:")
        && attachments.get(address.substring("attachment:".length())) instanceof Map<?, ?> bundle) {
      for (String type : List.of("image/png", "image/jpeg", "image/gif")) {
        if (bundle.get(type) instanceof String data && data.matches("[A-Za-z0-9+/=\\s]+")) {
          return Optional.of("data:" + type + ";base64," + data.replaceAll("\\s", ""));
        }
      }
    }
    return Optional.empty();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Links lead to the web or a mail; pictures are data that stand in the page. */
  private static final class InertUrls implements UrlSanitizer {
    private final UrlSanitizer web = new DefaultUrlSanitizer(List.of("http", "https", "mailto"));

    @Override
    public String sanitizeLinkUrl(String url) {
      return web.sanitizeLinkUrl(url);
    }

    @Override
    public String sanitizeImageUrl(String url) {
      return url.startsWith("data:image/") ? url : "";
    }
  }
}
