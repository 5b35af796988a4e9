// The fuzzer's way into the model test: its bytes become calls on the library and on the oracle. To see what a saved
// input does as a C program, run model_test --replay FILE.
#include "entry.h"
#include "model/decoder.h"
#include "model/runner.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct model_script script = { 0 };
    struct model_runner runner = { 0 };
    model_decode(data, size, (struct model_sizes){ 0 }, &script);
    if (!model_run(&runner, &script, NULL)) {
        fprintf(stderr, "model_fuzz: call %zu, %s: %s\n", runner.call, model_op_name(script.calls[runner.call].op),
                runner.why);
        abort();
    }
    model_runner_destroy(&runner);
    model_script_destroy(&script);
    return 0;
}
