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
