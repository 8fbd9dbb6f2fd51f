// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import loopbench.run.RunReport;

/** A run as JUnit writes it: one suite a notebook, one test case a cell. No times: they differ. */
final class JunitReport {
  private JunitReport() {}

  static String of(String notebook, RunReport ran) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", notebook);
      xml.writeAttribute("tests", Integer.toString(ran.cells().size()));
      xml.writeAttribute("failures", Long.toString(ran.count(RunReport.Ending.CHECK_FAILED)));
      xml.writeAttribute(
          "errors",
          Long.toString(ran.count(RunReport.Ending.FAILED) + ran.count(RunReport.Ending.STOPPED)));
      xml.writeAttribute("skipped", Long.toString(ran.count(RunReport.Ending.BLOCKED)));
      for (RunReport.CellReport cell : ran.cells()) {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", notebook);
        xml.writeAttribute("name", cell.address());
        String element =
            switch (cell.ending()) {
              case PASSED -> "";
              case CHECK_FAILED -> "failure";
              case FAILED, STOPPED -> "error";
              case BLOCKED -> "skipped";
            };
        if (!element.isEmpty()) {
          xml.writeEmptyElement(element);
          xml.writeAttribute("message", printable(cell.sentence()));
        }
        xml.writeEndElement();
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a report in memory cannot fail to be written", e);
    }
    return text.toString();
  }

  /** XML 1.0 has no place for most control characters. */
  private static String printable(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "?");
  }
}
