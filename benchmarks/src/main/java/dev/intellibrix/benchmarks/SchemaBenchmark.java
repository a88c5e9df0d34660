package dev.intellibrix.benchmarks;

import dev.intellibrix.internal.access.ParsedArguments;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolInvocation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool's JSON schema made from the types of its input, and the arguments of a call bound to these types: a flat input, and one
 * that holds a record and a list of records. On our side the parse is strict, the arguments are validated, and what is bound is
 * their canonical form; the binding is reached here past the gate, which is measured with {@code loop}.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchemaBenchmark {

    private final Tool search = tool(Shop.Search.class);
    private final Tool order = tool(Shop.Order.class);
    private final PeerTool peerSearch = new PeerTool("search", Shop.SEARCH);
    private final PeerTool peerOrder = new PeerTool("order", Shop.ORDER);

    @Benchmark
    public String oursOfAFlatInput() {
        return tool(Shop.Search.class).inputSchema();
    }

    @Benchmark
    public String peerOfAFlatInput() {
        return peerSearch.schema();
    }

    @Benchmark
    public String oursOfANestedInput() {
        return tool(Shop.Order.class).inputSchema();
    }

    @Benchmark
    public String peerOfANestedInput() {
        return peerOrder.schema();
    }

    @Benchmark
    public ToolInvocation oursBindingOfAFlatInput() throws JsonFault {
        return bind(search, Shop.SEARCH);
    }

    @Benchmark
    public String peerBindingOfAFlatInput() {
        return peerSearch.bind();
    }

    @Benchmark
    public ToolInvocation oursBindingOfANestedInput() throws JsonFault {
        return bind(order, Shop.ORDER);
    }

    @Benchmark
    public String peerBindingOfANestedInput() {
        return peerOrder.bind();
    }

    private static Tool tool(Class<? extends Record> input) {
        return Tool.define("shop", input).description("Sells").execute((bound, context) -> "done");
    }

    private static ToolInvocation bind(Tool tool, String arguments) throws JsonFault {
        return tool.bind(new ParsedArguments((ObjectNode) Json.parse(arguments)));
    }
}
