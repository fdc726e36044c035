// The security log for other features. Its rows, and for how long they are kept: `seguridad/`.
import type { EventoSeguridad } from '@imprimitodo/shared/rules/gestion/seguridad'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/open.ts'

/** The account that an event is about. */
export type CuentaTocada = { tipo: 'cliente' | 'operador'; id: number }

export type Suceso = {
  cuenta?: CuentaTocada | null
  /** For the owner, in a few Spanish words: 'Pedido 1042, $ 4.200'. Never an e-mail, password, code or token. */
  detalle?: string
}

export type Seguridad = {
  /** Logs, counts and keeps one event. It is written a moment later and never fails its caller. */
  note(request: FastifyRequest | null, que: EventoSeguridad, suceso?: Suceso): void
  /**
   * Writes the event in the transaction of its cause: neither is without the other. Logged and counted after
   * COMMIT.
   */
  noteIn(tx: Tx, request: FastifyRequest | null, que: EventoSeguridad, suceso?: Suceso): Promise<void>
  /** How many of each kind this process saw since it started. */
  counts(): ReadonlyMap<EventoSeguridad, number>
  /** Writes events that still wait. */
  stop(): Promise<void>
}
