// Figures of the whole shop: every process answers the same, so they must not be added up.
import type { EstadoBitacora } from '../../base/runtime/deps.ts'
import type { Cifras, Hechos } from './asuntos.ts'
import { impresionState, pedidoState } from './english-names.ts'
import { type Figura, gauge } from './prometheus.ts'
import { isOldBitacora, isOldCopia, isOldRespaldo } from './respaldo.ts'

const PREFIX = 'imprimitodo_shop_'

/**
 * An alert compares an instant with now, and is silent where the figure is absent. So a backup that is due and was
 * never made (`isOld`) is as old as 1970.
 */
const instantOf = (instant: number | null, isOld: boolean): number | null => instant ?? (isOld ? 0 : null)

/** A figure that could not be read in time is left out, and `imprimitodo_shop_figure_up` says which. */
export function figurasOf({ cifras, now, bitacora, copia }: Hechos): Figura[] {
  const { reloj, disco, base, pedidos, pagos, correos, facturas, trabajos, impresiones } = cifras
  const { archivos, respaldos, copias, ensayos, impresoras, agentes } = cifras
  const isUp = Object.entries(cifras).some(([name, figure]) => name !== 'disco' && figure !== null)
  return [
    gauge(`${PREFIX}up`, 'Whether the database answered with any figure of the shop', isUp ? 1 : 0),
    by(
      'figure_up',
      'Whether a group of the figures below could be read in time',
      Object.entries(cifras).map(([name, figure]) => [
        { figure: NAMES[name as keyof Cifras] },
        figure === null ? 0 : 1,
      ]),
    ),
    ...of(pedidos, (it) => [
      by(
        'orders',
        'Orders on their way',
        it.map(({ estado, sucursal, cantidad }) => [
          { state: pedidoState(estado), branch: sucursal ?? '' },
          cantidad,
        ]),
      ),
    ]),
    ...of(pagos, (it) => [
      by('payments_waiting', 'Links not yet paid, notifications not yet read, refunds not yet made', [
        [{ kind: 'link' }, it.links],
        [{ kind: 'notification' }, it.avisos],
        [{ kind: 'refund' }, it.devoluciones],
      ]),
      by('payments_oldest_seconds', 'How long the oldest of them has been waiting', [
        [{ kind: 'notification' }, it.avisos_s],
        [{ kind: 'refund' }, it.devoluciones_s],
      ]),
    ]),
    ...of(cifras.pagosSinPedido, (it) => [
      gauge(`${PREFIX}payments_without_order`, 'Payments that no order has, not dealt with', it.length),
    ]),
    ...of(trabajos, (it) => [
      by(
        'jobs',
        'Jobs not yet done',
        it.map(({ cola, estado, cantidad }) => [{ queue: cola, state: estado }, cantidad]),
      ),
      by(
        'jobs_oldest_seconds',
        'How long the oldest of them has been waiting',
        it.map(({ cola, estado, atraso_s }) => [{ queue: cola, state: estado }, atraso_s]),
      ),
    ]),
    ...of(correos, (it) => [
      by('mails', 'Mails that wait, and those refused in 7 days', [
        [{ state: 'waiting' }, it.esperan],
        [{ state: 'refused' }, it.rechazados],
      ]),
      gauge(`${PREFIX}mails_oldest_seconds`, 'How long the oldest mail has been waiting', it.esperan_s),
    ]),
    ...of(facturas, (it) => [
      by('vouchers', 'Vouchers that wait, and those refused', [
        [{ state: 'waiting' }, it.esperan],
        [{ state: 'refused' }, it.rechazadas],
      ]),
    ]),
    ...of(impresiones, (it) => [
      by(
        'prints',
        'Works for printers',
        it.map(({ estado, sucursal, cantidad }) => [
          { state: impresionState(estado), branch: sucursal },
          cantidad,
        ]),
      ),
    ]),
    ...of(impresoras, (it) => [
      by(
        'printer_up',
        'Whether a printer would print now',
        it.map(({ nombre, sucursal, anda }) => [{ printer: nombre, branch: sucursal }, anda ? 1 : 0]),
      ),
      by(
        'printer_waiting_sheets',
        'Sheets that wait for a printer',
        it.map(({ nombre, sucursal, hojas }) => [{ printer: nombre, branch: sucursal }, hojas]),
      ),
    ]),
    ...of(agentes, (it) => [
      by(
        'agent_silent_seconds',
        'Since the last word of a print agent',
        it.flatMap(({ nombre, sucursal, visto }) =>
          visto === null ? [] : [[{ agent: nombre, branch: sucursal }, (now - visto) / 1000]],
        ),
      ),
    ]),
    ...of(archivos, (it) => [
      gauge(`${PREFIX}damaged_files`, 'Files of orders on their way that are gone or changed', it.length),
    ]),
    ...of(disco, (it) => [
      gauge(`${PREFIX}disk_free_bytes`, 'Free on the disk of DATA_DIR', it.libre),
      gauge(`${PREFIX}disk_reserve_bytes`, 'Below this files are refused', it.reserva),
    ]),
    ...of(base, (it) => [
      gauge(`${PREFIX}database_size_bytes`, 'The database on its disk', it.bytes),
      gauge(`${PREFIX}database_connections`, 'Open connections to the database', it.conexiones),
      gauge(`${PREFIX}database_connections_max`, 'How many it takes', it.maximo),
    ]),
    ...of(reloj, (it) => [
      gauge(`${PREFIX}clock_offset_seconds`, 'This clock less the database’s', it.adelanto / 1000),
    ]),
    ...of(respaldos && instantOf(respaldos.bueno, isOldRespaldo(respaldos, now)), (it) => [
      gauge(
        `${PREFIX}backup_last_good_seconds`,
        'When the last good backup was made, since 1970; 0: never, and it is due',
        it / 1000,
      ),
      gauge(`${PREFIX}backup_last_good_bytes`, 'Its size', respaldos?.bytes ?? 0),
    ]),
    ...(bitacora ? deBitacora(bitacora, now) : []),
    ...of(ensayos?.bueno == null && !ensayos?.falla ? null : ensayos, (it) => [
      gauge(`${PREFIX}restore_drill_failed`, 'Whether the last restore to try it failed', it.falla ? 1 : 0),
      gauge(
        `${PREFIX}restore_drill_last_good_seconds`,
        'When one last worked, since 1970',
        (it.bueno ?? 0) / 1000,
      ),
      gauge(`${PREFIX}restore_drill_took_seconds`, 'How long that one took', it.segundos),
    ]),
    ...of(
      copias && instantOf(copias.respaldo, typeof copia === 'string' && isOldCopia(copias, now)),
      (it) => [
        gauge(
          `${PREFIX}backup_copy_seconds`,
          'When the backup was made that is in the second place, since 1970; 0: never, and it is due',
          it / 1000,
        ),
      ],
    ),
  ]
}

/** In the process that owns the embedded database. Unknown values are left out. */
const deBitacora = (bitacora: EstadoBitacora, now: number): Figura[] => [
  ...of(instantOf(bitacora.hasta, isOldBitacora(bitacora, now)), (it) => [
    gauge(
      `${PREFIX}log_archived_seconds`,
      'Up to when the database log is sealed, since 1970; 0: it never was, and it fails',
      it / 1000,
    ),
  ]),
  ...of(bitacora.partida, (it) => [
    gauge(
      `${PREFIX}log_base_seconds`,
      'When the copy was made that the log goes on from, since 1970',
      it / 1000,
    ),
  ]),
  gauge(`${PREFIX}log_waiting_bytes`, 'Of the database log, not sealed at the last look', bitacora.pendiente),
  gauge(`${PREFIX}log_disk_bytes`, 'Of the database log on its disk', bitacora.ocupa),
]

const NAMES: Record<keyof Cifras, string> = {
  reloj: 'clock',
  base: 'database',
  pedidos: 'orders',
  pagos: 'payments',
  pagosSinPedido: 'payments_without_order',
  correos: 'mails',
  facturas: 'vouchers',
  trabajos: 'jobs',
  impresiones: 'prints',
  respaldos: 'backups',
  copias: 'backup_copies',
  ensayos: 'restore_drills',
  impresoras: 'printers',
  agentes: 'agents',
  archivos: 'files',
  sumas: 'sums',
  disco: 'disk',
}

const of = <T>(figure: T | null, say: (figure: T) => Figura[]): Figura[] =>
  figure === null ? [] : say(figure)

function by(name: string, help: string, values: [Record<string, string>, number][]): Figura {
  return {
    name: PREFIX + name,
    help,
    type: 'gauge',
    samples: values.map(([labels, value]) => ({ labels, value })),
  }
}
