// Figures of the whole shop: the same whichever process is asked, so that they are never to be added up.
import type { Hechos } from './asuntos.ts'
import { type Figura, gauge } from './prometheus.ts'

const PREFIX = 'imprimitodo_shop_'

/** Null: the database did not answer, and `imprimitodo_shop_up` says so. */
export function figurasOf(hechos: Hechos | null): Figura[] {
  const up = gauge(`${PREFIX}up`, 'Whether the figures of the shop could be read', hechos ? 1 : 0)
  if (!hechos) return [up]
  const { cifras, disco, impresoras, agentes, now } = hechos
  const { base, pagos, correos, facturas, respaldos } = cifras
  return [
    up,
    by(
      'orders',
      'Orders on their way',
      cifras.pedidos.map(({ estado, cantidad }) => [{ estado }, cantidad]),
    ),
    by('payments_waiting', 'Links not yet paid, notifications not yet read, refunds not yet made', [
      [{ que: 'links' }, pagos.links],
      [{ que: 'avisos' }, pagos.avisos],
      [{ que: 'devoluciones' }, pagos.devoluciones],
    ]),
    by('payments_oldest_seconds', 'How long the oldest of them has been waiting', [
      [{ que: 'avisos' }, pagos.avisos_s],
      [{ que: 'devoluciones' }, pagos.devoluciones_s],
    ]),
    by(
      'jobs',
      'Jobs not yet done',
      cifras.trabajos.map(({ cola, estado, cantidad }) => [{ cola, estado }, cantidad]),
    ),
    by(
      'jobs_oldest_seconds',
      'How long the oldest of them has been waiting',
      cifras.trabajos.map(({ cola, estado, atraso_s }) => [{ cola, estado }, atraso_s]),
    ),
    by('mails', 'Mails that wait, and those refused in 7 days', [
      [{ estado: 'espera' }, correos.esperan],
      [{ estado: 'rechazado' }, correos.rechazados],
    ]),
    gauge(`${PREFIX}mails_oldest_seconds`, 'How long the oldest mail has been waiting', correos.esperan_s),
    by('vouchers', 'Vouchers that wait, and those refused', [
      [{ estado: 'espera' }, facturas.esperan],
      [{ estado: 'rechazado' }, facturas.rechazadas],
    ]),
    by(
      'prints',
      'Works for printers',
      cifras.impresiones.map(({ estado, cantidad }) => [{ estado }, cantidad]),
    ),
    by(
      'printer_up',
      'Whether a printer would print now',
      impresoras.map(({ nombre, sucursal, anda }) => [{ impresora: nombre, sucursal }, anda ? 1 : 0]),
    ),
    by(
      'printer_waiting_sheets',
      'Sheets that wait for a printer',
      impresoras.map(({ nombre, sucursal, hojas }) => [{ impresora: nombre, sucursal }, hojas]),
    ),
    by(
      'agent_silent_seconds',
      'Since the last word of a print agent',
      agentes.flatMap(({ nombre, sucursal, visto }) =>
        visto === null ? [] : [[{ agente: nombre, sucursal }, (now - visto) / 1000]],
      ),
    ),
    gauge(`${PREFIX}disk_free_bytes`, 'Free on the disk of DATA_DIR', disco.libre),
    gauge(`${PREFIX}disk_reserve_bytes`, 'Below this files are refused', disco.reserva),
    gauge(`${PREFIX}database_size_bytes`, 'The database on its disk', base.bytes),
    gauge(`${PREFIX}database_connections`, 'Open connections to the database', base.conexiones),
    gauge(`${PREFIX}database_connections_max`, 'How many it takes', base.maximo),
    gauge(`${PREFIX}clock_offset_seconds`, 'This clock less the database’s', cifras.adelanto / 1000),
    ...(respaldos.bueno === null
      ? []
      : [
          gauge(
            `${PREFIX}backup_last_good_seconds`,
            'When the last good backup was made, since 1970',
            respaldos.bueno / 1000,
          ),
          gauge(`${PREFIX}backup_last_good_bytes`, 'Its size', respaldos.bytes),
        ]),
  ]
}

function by(name: string, help: string, values: [Record<string, string>, number][]): Figura {
  return {
    ...{ name: PREFIX + name, help, type: 'gauge' },
    samples: values.map(([labels, value]) => ({ labels, value })),
  }
}
