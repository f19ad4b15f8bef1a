import { defineSections } from 'gatehouse/sections';
import { availability, availabilityTable } from './availability.ts';
import { bpmnSymbol, processDrawing } from './bpmn/components.ts';
import { bpmnCoverage } from './bpmn/coverage.ts';
import { conceptMap } from './concept-map.ts';
import { controlFacts, controlMethods, controlProperties, sharedProperties } from './controls.ts';
import { storyTables } from './data-tables.ts';
import { oauthErrors, restErrors } from './errors.ts';
import { codeSample, formSketch } from './forms/components.ts';
import { jsMember, jsMemberTable } from './javascript.ts';
import { endpoint, endpoints, endpointTable, schemaFields } from './openapi/components.ts';
import { listParameterTable } from './openapi/list-parameters.ts';
import { permissions, permissionTable } from './permissions.ts';
import { phpFunction, phpFunctionTable, phpHelpers, systemVariables } from './php.ts';
import { screen } from './screens/components.ts';
import { sequenceDrawing } from './sequence.ts';
import { messages, troubleshooting } from './troubleshooting.ts';

/** Components that documents may use without importing them; `docs/_data/README.md` tells writers how. */
export default defineSections({
  Availability: availability,
  AvailabilityTable: availabilityTable,
  BpmnCoverage: bpmnCoverage,
  BpmnSymbol: bpmnSymbol,
  ConceptMap: conceptMap,
  ControlFacts: controlFacts,
  ControlMethods: controlMethods,
  ControlProperties: controlProperties,
  Endpoint: endpoint,
  Endpoints: endpoints,
  EndpointTable: endpointTable,
  Form: formSketch,
  JsMember: jsMember,
  JsMemberTable: jsMemberTable,
  ListParameters: listParameterTable,
  Messages: messages,
  OAuthErrors: oauthErrors,
  Permissions: permissions,
  PermissionTable: permissionTable,
  PhpFunction: phpFunction,
  PhpFunctionTable: phpFunctionTable,
  PhpHelpers: phpHelpers,
  Process: processDrawing,
  RestErrors: restErrors,
  Sample: codeSample,
  SchemaFields: schemaFields,
  Screen: screen,
  Sequence: sequenceDrawing,
  SharedProperties: sharedProperties,
  StoryTables: storyTables,
  SystemVariables: systemVariables,
  Troubleshooting: troubleshooting,
});
