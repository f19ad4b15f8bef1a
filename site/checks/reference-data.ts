import {
  type DataFile,
  type DataOf,
  formControls,
  jsMembers,
  permissionKeys,
  phpFunctions,
} from '../src/reference/data.ts';
import { openApi } from '../src/reference/openapi/endpoints.ts';

/** The data that the reference sections of the manual show. */
export interface ReferenceData {
  api: DataOf<typeof openApi>;
  php: DataOf<typeof phpFunctions>;
  javaScript: DataOf<typeof jsMembers>;
  controls: DataOf<typeof formControls>;
  permissions: DataOf<typeof permissionKeys>;
}

/** `readTextAttribute` reads a file of the site folder. */
export function readReferenceData(readTextAttribute: (file: string) => string): ReferenceData {
  const read = <Data>({ file, parse }: DataFile<Data>): Data => parse(readTextAttribute(file));
  return {
    api: read(openApi),
    php: read(phpFunctions),
    javaScript: read(jsMembers),
    controls: read(formControls),
    permissions: read(permissionKeys),
  };
}
