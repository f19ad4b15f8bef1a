import { type Field, isInput } from './field.ts';

/**
 * Returns why the value is invalid, checking in the order of the product: required, pattern, length, number.
 */
export function findProblem(field: Field): string | undefined {
  const { definition, value } = field;
  if (field.isRequired && field.isChecked && isEmpty(field))
    return definition.requiredFieldErrorMessage ?? 'This field is required.';
  if (!isInput(definition) || typeof value !== 'string' || value === '') return undefined;
  if (definition.validate !== undefined && field.isChecked && !matches(definition.validate, value))
    return definition.validateMessage ?? 'This value does not have the expected form.';
  if (definition.maxLength !== undefined && value.length > definition.maxLength)
    return `Enter no more than ${definition.maxLength} characters.`;
  if (definition.dataType === 'integer' && !/^-?\d+$/.test(value)) return 'Enter a whole number.';
  if (definition.dataType === 'float' && !/^-?\d+(\.\d+)?$/.test(value)) return 'Enter a number.';
  if (definition.control === 'datetime') return findTimeProblem(field, value.slice(0, 10));
  if (definition.forceSelection && !field.options.some(([key]) => key === value))
    return 'Choose one of the list.';
  return undefined;
}

export function isEmpty({ definition, value, rows }: Field): boolean {
  if (definition.control === 'grid') return rows.length === 0;
  if (definition.control === 'checkbox') return value !== '1';
  return typeof value === 'string' ? value.trim() === '' : value.length === 0;
}

function findTimeProblem({ definition: { minDate, maxDate } }: Field, day: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return 'Enter a date.';
  if (minDate !== undefined && day < minDate) return `The first possible day is ${minDate}.`;
  if (maxDate !== undefined && day > maxDate) return `The last possible day is ${maxDate}.`;
  return undefined;
}

function matches(pattern: string, value: string): boolean {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(pattern) ?? [];
  return new RegExp(source, flags).test(value);
}
