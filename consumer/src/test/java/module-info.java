open module app.test {
    requires app;
    requires dev.intellibrix.testing;
    requires dev.intellibrix.workspace;
    requires org.assertj.core;
    requires org.junit.jupiter.api;
}
