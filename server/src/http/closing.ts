import type { FastifyInstance } from 'fastify'

const lookEveryMs = 50

/**
 * Lets the server close as soon as what is under way is answered. Node closes the connections that are idle
 * when closing begins; one that becomes idle later would keep the server for as long as it is kept alive.
 */
export function closePromptly(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    // One that never came to listen says nothing when it closes.
    if (!app.server.listening) return done()
    const idle = setInterval(() => app.server.closeIdleConnections(), lookEveryMs)
    app.server.once('close', () => clearInterval(idle))
    done()
  })
}
