/**
 * Substitutes of a real server have defects that no adapter can repair:
 * `unique-not-freed`: a unique value stays taken after its document was replaced by one without it;
 * `extreme-numbers`: numbers whose exponents are far from zero are sorted wrongly.
 */
export type ServerDefect = 'unique-not-freed' | 'extreme-numbers';
