/**
 * A list of whole numbers of 32 bits that grows. To push a hundred thousand of them to an array takes 2 to 8 ms in an
 * extension host, whose heap is large; this takes 1.
 */
export class NumberList {
  #numbers: Int32Array;
  #length = 0;

  /** `expected` is about how many there will be. */
  constructor(expected: number) {
    this.#numbers = new Int32Array(Math.max(expected, 2));
  }

  get length(): number {
    return this.#length;
  }

  /** The one pushed last. */
  get last(): number {
    return this.#numbers[this.#length - 1] ?? 0;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length++] = number;
  }

  #grow(): void {
    const numbers = new Int32Array(2 * this.#length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  toArray(): Int32Array {
    return this.#numbers.slice(0, this.#length);
  }
}
