import type { FieldDefinition } from '../definition.ts';
import { type Field, hasOptions, isFileField, isInput, isList } from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';

/** Types of fields that the form's JSON names differently from the controls. */
const TYPES: Readonly<Record<string, string>> = {
  textbox: 'text',
  'multiple-file-uploader': 'multipleFile',
  'qr-code': 'scannerCode',
  geomap: 'location',
  'mobile-image': 'imageMobile',
  'mobile-audio': 'audioMobile',
  'mobile-video': 'videoMobile',
};

/** Properties of a control as the form's JSON has them. */
export function describeField(definition: FieldDefinition): Record<string, unknown> {
  const { control, rows: _, columns, ...designed } = definition;
  const format = control === 'datetime' ? { format: 'YYYY-MM-DD' } : {};
  return {
    ...designed,
    type: TYPES[control] ?? control,
    name: designed.id,
    ...(isInput(definition) || control === 'grid' ? { variable: designed.id } : {}),
    ...(columns ? { columns: columns.map(({ id, control: type, label }) => ({ id, type, label })) } : {}),
    ...format,
  };
}

/** Writes a value to a field. A list takes only its options; a Suggest field may also take a new value. */
export function writeValue(form: FormModel, field: Field, value: unknown): void {
  if (!isInput(field.definition)) {
    if (field.definition.control === 'image') field.source = String(value);
    else field.text = String(value);
    form.touch();
    return;
  }
  if (isList(field.definition)) {
    const list = [value ?? []].flat().map(String);
    form.set(
      field,
      list.filter((key) => isFileField(field.definition) || isOffered(field, key)),
    );
    return;
  }
  const text = field.definition.control === 'checkbox' ? toCheckedValue(value) : String(value ?? '');
  const isFree = !hasOptions(field.definition) || field.definition.control === 'suggest';
  if (isFree || text === '' || isOffered(field, text)) form.set(field, text);
}

function isOffered({ options }: Field, key: string): boolean {
  return options.some(([one]) => one === key);
}

function toCheckedValue(value: unknown): string {
  return ['1', 'true'].includes(String([value].flat()[0])) ? '1' : '0';
}
