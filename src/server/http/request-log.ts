import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

export interface LogStream {
  write(line: string): void;
}

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

export function loggerOptions(level: string, stream?: LogStream): LoggerOptions {
  return {
    level,
    // Fastify's own lines name the request by more than its path.
    serializers: {
      req: (request) => ({ method: request.method }),
      res: (reply) => ({ status: reply.statusCode }),
    },
    ...(stream ? { stream } : {}),
  };
}

/** One line for each answer. Of the address only the path: queries hold tokens and what people search for. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { route } = request.gate ?? {};
  // The path of an answer to an agent names the question, as the cookie of its browser does.
  const path = route?.kind === 'agents' ? route.path : request.originalUrl.split('?', 1)[0]?.slice(0, 300);
  const account = request.gate?.user?.accountId;
  request.log.info(
    {
      method: request.method,
      path,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      account,
      // What came of an attempt to sign in, which the status of a form's answer does not say.
      signIn: request.gate?.signIn,
    },
    'answered',
  );
}
