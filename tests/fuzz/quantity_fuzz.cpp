// Any bytes as quantity: no crash, what was read prints canonically and reads back the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "nodefit/quantity.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const nodefit::Quantity& quantity) {
  const std::string text = quantity.to_string();
  const nodefit::Result<nodefit::Quantity> again = nodefit::Quantity::parse(text);
  require(again.ok() && *again == quantity && again->to_string() == text);
  require(quantity.divide(quantity) == 1 || quantity <= nodefit::Quantity());
  const nodefit::Quantity rounded = quantity.rounded_up_to_milli();
  require(quantity < nodefit::Quantity() ? rounded <= quantity : rounded >= quantity);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const nodefit::Result<nodefit::Quantity> read = nodefit::Quantity::parse(text);
  if (read.ok()) {
    check(*read);
    // A sum may pass what reading caps a binary suffix at.
    const nodefit::Quantity sum = *read + *read;
    if (sum.format() != nodefit::Quantity::Format::kBinarySi ||
        sum <= nodefit::Quantity::from_integer(INT64_MAX)) {
      if (!(sum < nodefit::Quantity::from_integer(-INT64_MAX))) check(sum);
    }
  }
  if (const auto trimmed = nodefit::Quantity::parse_json_string(text); read.ok())
    require(trimmed.ok() && *trimmed == *read);
  double number = 0;
  if (size >= sizeof number) {
    std::memcpy(&number, data, sizeof number);
    if (const auto from_number = nodefit::Quantity::from_double(number); from_number.ok())
      check(*from_number);
  }
  return 0;
}
