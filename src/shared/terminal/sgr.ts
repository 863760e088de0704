/** What each parameter that ends a style takes away. */
const ENDS: Readonly<Record<number, readonly string[]>> = {
  21: ['1'],
  22: ['1', '2'],
  23: ['3'],
  24: ['4'],
  25: ['5'],
  27: ['7'],
  28: ['8'],
  29: ['9'],
  39: ['fg'],
  49: ['bg'],
};

/** The styles that a program's colour sequences (`ESC [ … m`) have put in force. */
export class Styles {
  readonly #on = new Map<string, string>();

  /** As the parameters of a sequence; '' where none is in force. */
  toString(): string {
    return [...this.#on.values()].join(';');
  }

  apply(parameters: string): void {
    const numbers = withSemicolons(parameters).split(';').map(Number);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0;
      if (number === 38 || number === 48) {
        const length = numbers[at + 1] === 5 ? 3 : numbers[at + 1] === 2 ? 5 : 1;
        const whole = numbers.slice(at, at + length);
        if (length > 1 && whole.length === length) this.#on.set(number === 38 ? 'fg' : 'bg', whole.join(';'));
        at += length - 1;
      } else if (number === 0) this.#on.clear();
      else if (number < 10) this.#on.set(`${number}`, `${number}`);
      else if (ENDS[number] !== undefined) for (const ended of ENDS[number]) this.#on.delete(ended);
      else if ((number >= 30 && number < 38) || (number >= 90 && number < 98)) this.#on.set('fg', `${number}`);
      else if ((number >= 40 && number < 48) || (number >= 100 && number < 108)) this.#on.set('bg', `${number}`);
    }
  }
}

/** `38:2::1:2:3` and `4:3` as they are written with semicolons. */
function withSemicolons(parameters: string): string {
  if (!parameters.includes(':')) return parameters;
  return parameters
    .split(';')
    .map((one) => {
      const parts = one.split(':');
      const [kind, mode] = parts;
      if (kind !== '38' && kind !== '48') return kind === '4' && mode === '0' ? '24' : kind;
      return [kind, mode, ...(mode === '2' ? parts.slice(-3) : parts.slice(2, 3))].join(';');
    })
    .join(';');
}
