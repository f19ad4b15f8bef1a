import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/** A request after its answer, for the log, the metrics, and features that count. */
export type AnsweredRequest = Pick<
  FastifyRequest,
  'id' | 'method' | 'originalUrl' | 'headers' | 'ip' | 'raw' | 'log' | 'gate'
>;

/** The answer to a request after it was sent, or after its client disconnected. */
export type SentReply = Pick<FastifyReply, 'raw' | 'elapsedTime'>;

export type AnswerObserver = (request: AnsweredRequest, reply: SentReply) => void;

/** The functions that want to know of each answer of a server. */
interface AnswerObservers {
  add(observe: AnswerObserver): void;
  /** Calls them all. If one throws, logs its error and calls the others. */
  notify: AnswerObserver;
}

export function createAnswerObservers(log: () => FastifyBaseLogger): AnswerObservers {
  const observers: AnswerObserver[] = [];
  return {
    add(observe) {
      observers.push(observe);
    },
    notify(request, reply) {
      for (const observe of observers) {
        try {
          observe(request, reply);
        } catch (error) {
          log().error({ err: error }, "An answer couldn't be counted or logged.");
        }
      }
    },
  };
}
