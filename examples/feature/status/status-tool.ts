import { type FeatureTool, z } from 'gatehouse/feature';

/** Lets a reader's assistant see the status. */
export const readStatusTool = {
  name: 'read_status',
  access: 'reader',
  title: 'Status of the service',
  description: 'Returns whether the service works now. Call it before you help to find a fault.',
  input: z.object({}),
} satisfies FeatureTool;
