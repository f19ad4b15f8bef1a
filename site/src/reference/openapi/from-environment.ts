/** A secret: samples read it from the environment. */
export class FromEnvironment {
  readonly variable: string;

  constructor(variable: string) {
    this.variable = variable;
  }
}
