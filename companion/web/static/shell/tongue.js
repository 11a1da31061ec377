// The language this phone reads in: kept here, and the page is read again in it.

const YEAR = 365 * 24 * 3600;

/** Let a choice of languages take effect. */
export function keepTongue(select) {
  select.addEventListener("change", () => {
    document.cookie = `language=${select.value}; path=/; max-age=${YEAR}; samesite=lax`;
    const here = new URL(location.href);
    here.searchParams.delete("lang");
    location.replace(here);
  });
}

/** A number with so many digits behind the decimal sign of the page's language. */
export function decimals(value, digits) {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return value.toLocaleString(document.documentElement.lang || "en", style);
}
