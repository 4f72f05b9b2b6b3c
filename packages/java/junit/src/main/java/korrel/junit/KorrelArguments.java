package korrel.junit;

import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;
import korrel.Heap;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;

/** An item for each input, as it is found. */
final class KorrelArguments implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
        Source source = new Source(context);
        List<Type> types = source.types();
        Stream<Heap> inputs = source.find().inputs(note -> context.publishReportEntry("korrel", note));
        return inputs.map(heap -> arguments(heap, types));
    }

    /** The first is named by the key, for it is what an item is called by. */
    private static Arguments arguments(Heap heap, List<Type> types) {
        Object[] arguments = heap.as(types);
        arguments[0] = Named.of(heap.key(), arguments[0]);
        return Arguments.of(arguments);
    }
}
