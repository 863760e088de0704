/** Character references that answers use. marked leaves them in its text tokens, for a printer of HTML; we print text. */
const VISIBLE = [
  'amp=& lt=< gt=> quot=" apos=\' copy=© reg=® trade=™ deg=° plusmn=± times=× divide=÷ micro=µ para=¶',
  'sect=§ middot=· bull=• hellip=… ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„',
  'laquo=« raquo=» lsaquo=‹ rsaquo=› dagger=† Dagger=‡ permil=‰ prime=′ Prime=″ euro=€ pound=£ yen=¥',
  'cent=¢ curren=¤ iexcl=¡ iquest=¿ ordf=ª ordm=º not=¬ macr=¯ acute=´ cedil=¸ uml=¨ frac14=¼ frac12=½',
  'frac34=¾ sup1=¹ sup2=² sup3=³ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ crarr=↵ lArr=⇐ uArr=⇑ rArr=⇒',
  'dArr=⇓ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ nabla=∇ isin=∈ notin=∉ ni=∋ prod=∏ sum=∑ minus=−',
  'lowast=∗ radic=√ prop=∝ infin=∞ ang=∠ and=∧ or=∨ cap=∩ cup=∪ int=∫ there4=∴ sim=∼ cong=≅ asymp=≈',
  'ne=≠ equiv=≡ le=≤ ge=≥ sub=⊂ sup=⊃ nsub=⊄ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ perp=⊥ sdot=⋅ check=✓',
  'cross=✗ star=☆ starf=★ hearts=♥ spades=♠ clubs=♣ diams=♦ loz=◊ lbrace={ rbrace=} lbrack=[ rbrack=]',
  'lpar=( rpar=) ast=* lowbar=_ grave=` vert=| bsol=\\ sol=/ num=# dollar=$ percnt=% commat=@ colon=:',
  'semi=; comma=, period=. quest=? excl=! equals== plus=+ hyphen=‐ tilde=˜ circ=ˆ fnof=ƒ agrave=à',
  'aacute=á acirc=â atilde=ã auml=ä aring=å aelig=æ ccedil=ç egrave=è eacute=é ecirc=ê euml=ë igrave=ì',
  'iacute=í icirc=î iuml=ï ntilde=ñ ograve=ò oacute=ó ocirc=ô otilde=õ ouml=ö oslash=ø ugrave=ù',
  'uacute=ú ucirc=û uuml=ü yacute=ý yuml=ÿ szlig=ß Agrave=À Aacute=Á Acirc=Â Atilde=Ã Auml=Ä Aring=Å',
  'AElig=Æ Ccedil=Ç Egrave=È Eacute=É Ecirc=Ê Euml=Ë Ntilde=Ñ Ouml=Ö Oslash=Ø Uuml=Ü alpha=α beta=β',
  'gamma=γ delta=δ epsilon=ε zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ mu=μ nu=ν xi=ξ omicron=ο',
  'pi=π rho=ρ sigma=σ sigmaf=ς tau=τ upsilon=υ phi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ',
  'Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Phi=Φ Psi=Ψ Omega=Ω',
];

const NAMED: ReadonlyMap<string, string> = new Map([
  ['nbsp', '\u00a0'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['shy', '\u00ad'],
  ['Tab', '\t'],
  ['NewLine', '\n'],
  ...VISIBLE.flatMap((line) => line.trim().split(' ')).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  }),
]);

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** `&amp;` and its like as the characters they name; what is not known stays as it was written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    const valid = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? String.fromCodePoint(code) : '\ufffd';
  });
}
