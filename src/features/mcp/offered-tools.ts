import type { FastifyRequest } from 'fastify';
import type { AnsweredTool, FeatureTool, ToolResult } from '../../server/server-feature.ts';

/** Tools of the documentation itself. Other features can't use these names. */
export const documentationTools = ['search', 'read_page', 'look_up', 'list_pages'] as const;

/** A tool of another feature, for one reader. */
export interface OfferedTool extends Pick<FeatureTool, 'name' | 'title' | 'description' | 'input'> {
  answer(input: Record<string, unknown>): Promise<ToolResult>;
}

/** The tools that the assistant who sent this request can call for its reader. */
export function offerTools(tools: readonly AnsweredTool[], request: FastifyRequest): OfferedTool[] {
  const { user } = request.gate;
  if (user === undefined) return [];
  return tools
    .filter(({ access }) => access === 'reader' || user.role === 'administrator')
    .map(({ name, title, description, input, answer }) => ({
      name,
      title,
      description,
      input,
      answer: (toolInput) => answer(toolInput, { user, request }),
    }));
}
