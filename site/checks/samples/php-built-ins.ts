/** PHP's own functions that samples use, in lower case. Add one when a sample needs it. */
export const phpBuiltIns: ReadonlySet<string> = new Set(
  `array_column array_filter array_flip array_key_exists array_key_first array_keys array_map array_merge
  array_pop array_push array_reduce array_reverse array_search array_shift array_slice array_sum array_unique
  array_values asort base64_decode base64_encode basename bin2hex ceil checkdate compact count curl_close
  curl_error curl_exec curl_file_create curl_getinfo curl_init curl_setopt curl_setopt_array date date_create
  date_default_timezone_get define defined dirname empty end error_log explode fclose feof fgetcsv fgets
  file_exists file_get_contents file_put_contents filesize filter_var floatval floor fopen fputcsv fread
  function_exists fwrite getenv hash hash_equals hash_hmac header htmlspecialchars http_build_query implode
  in_array intdiv intval is_array is_bool is_file is_float is_int is_null is_numeric is_object is_string isset
  json_decode json_encode json_last_error json_last_error_msg key ksort lcfirst ltrim max mb_strlen mb_strtolower
  mb_strtoupper mb_substr md5 microtime min mktime nl2br number_format parse_str parse_url pathinfo
  preg_match preg_match_all preg_quote preg_replace preg_split print_r printf random_bytes random_int range
  rawurlencode realpath reset round rtrim serialize session_start sha1 sleep sort sprintf str_contains
  str_ends_with str_pad str_repeat str_replace str_split str_starts_with strcasecmp strcmp strftime strip_tags
  stripos strlen strpos strrev strrpos strtolower strtotime strtoupper strval substr substr_count time trim
  ucfirst ucwords uniqid unlink unserialize unset urldecode urlencode usleep usort var_dump var_export`
    .split(/\s+/)
    .filter(Boolean),
);
