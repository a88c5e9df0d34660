package dev.intellibrix.agenttools.checks;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the JUnit XML files that a run wrote, those of Surefire among them. A test that failed at first and passed at last
 * (flakyFailure, flakyError) has not failed. Files with a document type are not read.
 */
final class JUnitReports {

    private static final int MAX_BYTES = 20_000_000;
    private static final int MAX_ALL_BYTES = 60_000_000;

    private final CheckRun run;
    private final String path;
    private int failed;

    private JUnitReports(CheckRun run, String path) {
        this.run = run;
        this.path = path;
    }

    /** Hands over the failures of all files that the run has written, and says how many there are. */
    static int read(CheckRun run) {
        int failed = 0;
        int bytes = 0;
        for (String path : run.reports()) {
            Optional<byte[]> content = run.read(path, MAX_BYTES);
            bytes += content.map(read -> read.length).orElse(0);
            if (bytes > MAX_ALL_BYTES) {
                run.remark("the reports have more than " + MAX_ALL_BYTES + " bytes; those from " + path
                        + " on were not read");
                break;
            }
            if (content.isEmpty()) {
                run.remark(path + " could not be read, or has more than " + MAX_BYTES + " bytes");
                continue;
            }
            JUnitReports report = new JUnitReports(run, path);
            report.parse(content.get());
            failed += report.failed;
        }
        return failed;
    }

    private void parse(byte[] content) {
        try {
            XMLStreamReader xml = factory().createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                while (xml.hasNext()) {
                    event(xml, xml.next());
                }
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            run.remark(path + " could not be read to its end: it is no well-formed XML without a document type");
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside of the file is read");
        });
        return factory;
    }

    private void event(XMLStreamReader xml, int event) throws XMLStreamException {
        if (event == XMLStreamConstants.DTD) {
            throw new XMLStreamException("a document type");
        }
        if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("testcase")) {
            testCase(xml);
        }
    }

    private void testCase(XMLStreamReader xml) throws XMLStreamException {
        TestCase test = new TestCase(
                attribute(xml, "classname"),
                attribute(xml, "name"),
                attribute(xml, "file"),
                attribute(xml, "line"),
                path);
        for (int depth = 1; depth > 0; ) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                String name = xml.getLocalName();
                if (depth == 1 && (name.equals("failure") || name.equals("error"))) {
                    failure(xml, test);
                } else {
                    depth++;
                }
            }
        }
    }

    /** Reads a failure to its end; what reruns of it said stands beside it and adds nothing. */
    private void failure(XMLStreamReader xml, TestCase test) throws XMLStreamException {
        String message = attribute(xml, "message");
        String type = attribute(xml, "type");
        StringBuilder text = new StringBuilder();
        for (int depth = 1; depth > 0; ) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (xml.isCharacters() && text.length() < MAX_BYTES) {
                text.append(xml.getText());
            }
        }
        failed++;
        run.failed(test.failure(message.isBlank() ? type : message, text.toString(), run));
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
