package dev.intellibrix.benchmarks;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.internal.Json;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** A tool of LangChain4j with one of the inputs of {@link Shop}: its schema as text, and a call bound to it and run. */
final class PeerTool {

    static final class Methods {

        @Tool("Sells")
        String search(
                @P(name = "text", value = "Words to look for") String text,
                @P(name = "maxPrice", value = "The dearest that is shown") double maxPrice,
                @P(name = "count", value = "How many are shown") int count,
                @P(name = "available") boolean available,
                @P(name = "delivery") Shop.Speed delivery,
                @P(name = "brands") List<String> brands) {
            return "done";
        }

        @Tool("Sells")
        String order(
                @P(name = "customer", value = "Who orders") String customer,
                @P(name = "address") Shop.Address address,
                @P(name = "items", value = "What is ordered") List<Shop.Item> items,
                @P(name = "delivery") Shop.Speed delivery) {
            return "done";
        }
    }

    private final Method method;
    private final DefaultToolExecutor executor;
    private final ToolExecutionRequest request;

    PeerTool(String name, String arguments) {
        this.method = Arrays.stream(Methods.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        this.executor = new DefaultToolExecutor(new Methods(), method);
        this.request =
                ToolExecutionRequest.builder().name(name).arguments(arguments).build();
    }

    String schema() {
        return Json.toJson(JsonSchemaElementUtils.toMap(
                ToolSpecifications.toolSpecificationFrom(method).parameters()));
    }

    String bind() {
        return executor.execute(request, "memory");
    }
}
