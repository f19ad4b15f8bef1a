import {
  type DataFile,
  formControls,
  jsMembers,
  permissionKeys,
  phpFunctions,
} from '../src/reference/data.ts';
import { openApi } from '../src/reference/openapi/endpoints.ts';

export type ReferenceData = ReturnType<typeof readReferenceData>;

/** Data of the reference sections; `textOf` reads a file of the site folder. */
export function readReferenceData(textOf: (file: string) => string) {
  const read = <Data>({ file, parse }: DataFile<Data>): Data => parse(textOf(file));
  return {
    api: read(openApi),
    php: read(phpFunctions),
    javaScript: read(jsMembers),
    controls: read(formControls),
    permissions: read(permissionKeys),
  };
}
