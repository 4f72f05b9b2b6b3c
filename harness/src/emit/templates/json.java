    /** As much of JSON as there is. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        boolean takes(char c) {
            boolean is = next() == c;
            if (is) at++;
            return is;
        }

        Object value() {
            if (takes('{')) {
                var map = new TreeMap<String, Object>();
                while (!takes('}')) {
                    takes(',');
                    String key = (String) value();
                    takes(':');
                    map.put(key, value());
                }
                return map;
            }
            if (takes('[')) {
                var list = new ArrayList<Object>();
                while (!takes(']')) {
                    takes(',');
                    list.add(value());
                }
                return list;
            }
            if (takes('"')) return string();
            int from = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(from, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> Double.valueOf(word);
            };
        }

        String string() {
            var string = new StringBuilder();
            for (char c; (c = text.charAt(at++)) != '"'; ) {
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                char escape = text.charAt(at++);
                int which = "bfnrt".indexOf(escape);
                if (escape == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                } else {
                    string.append(which < 0 ? escape : "\b\f\n\r\t".charAt(which));
                }
            }
            return string.toString();
        }

        static String text(Object value) {
            var parts = new ArrayList<String>();
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, item) -> parts.add(text(key) + ":" + text(item)));
                return "{" + String.join(",", parts) + "}";
            }
            if (value instanceof List<?> list) {
                list.forEach(item -> parts.add(text(item)));
                return "[" + String.join(",", parts) + "]";
            }
            if (value instanceof Double number && number == Math.rint(number)) return "" + number.longValue();
            if (!(value instanceof String string)) return "" + value;
            var quoted = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') quoted.append('\\').append(c);
                else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
                else quoted.append(c);
            }
            return quoted.append('"').toString();
        }
    }
