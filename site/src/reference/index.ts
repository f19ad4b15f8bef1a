import { defineSections } from 'gatehouse/sections';
import { bpmnSymbol, processDrawing } from './bpmn/components.ts';
import { controlFacts, controlMethods, controlProperties } from './controls/components.ts';
import { oauthErrors, restErrors } from './errors/components.ts';
import { formSketch } from './forms/components.ts';
import { jsMember, jsMemberTable } from './javascript/components.ts';
import { endpoint, endpoints, endpointTable, schemaFields } from './openapi/components.ts';
import { permissions, permissionTable } from './permissions/components.ts';
import { phpFunction, phpFunctionTable, phpHelpers, systemVariables } from './php/components.ts';

/** What documents may use without importing it, besides Markdown; `docs/_data/README.md` tells writers how. */
export default defineSections({
  BpmnSymbol: bpmnSymbol,
  ControlFacts: controlFacts,
  ControlMethods: controlMethods,
  ControlProperties: controlProperties,
  Endpoint: endpoint,
  Endpoints: endpoints,
  EndpointTable: endpointTable,
  Form: formSketch,
  JsMember: jsMember,
  JsMemberTable: jsMemberTable,
  OAuthErrors: oauthErrors,
  Permissions: permissions,
  PermissionTable: permissionTable,
  PhpFunction: phpFunction,
  PhpFunctionTable: phpFunctionTable,
  PhpHelpers: phpHelpers,
  Process: processDrawing,
  RestErrors: restErrors,
  SchemaFields: schemaFields,
  SystemVariables: systemVariables,
});
