/** Which words does this page use? English sentences, looked up in the catalogue that came with the page. */

const sent = (name) => JSON.parse(document.getElementById(name)?.textContent || "{}");
const catalogue = sent("words");

/** The languages that can be chosen: code to own name. */
export const LANGUAGES = sent("languages");

/** The sentence in the reader's language, with {names} filled in. */
export function t(sentence, facts = {}) {
  const text = catalogue[sentence] ?? sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

/** A sentence that depends on a number: forms are kept under "one|other" (and "few", "many" where a language has them). */
export function tn(one, other, n, facts = {}) {
  const forms = catalogue[`${one}|${other}`];
  const rule = new Intl.PluralRules(document.documentElement.lang).select(n);
  const text = forms ? (forms[rule] ?? forms.other) : n === 1 ? one : other;
  return t(text, { n, ...facts });
}
