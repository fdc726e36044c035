import type { Cambio } from '@imprimitodo/shared/api/dueno'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { AUDITADOS, type Auditado, type AuditoriaAccion } from '@imprimitodo/shared/rules/gestion/auditoria'
import { SelectField } from '../../ui/form/field.tsx'
import { cambioLineasOf } from './cambios-textos.ts'
import styles from './dueno.module.css'
import { Dias, MasViejos, Que, useFiltros, usePersonaOptions } from './filtros.tsx'
import { Lista, Marco } from './marco.tsx'
import { useDueno } from './queries.ts'

const QUE: Record<Auditado, string> = {
  ajustes: 'Ajustes',
  producto: 'Producto',
  categoria: 'Categoría',
  cartel: 'Cartel',
  premio: 'Premio',
  sucursal: 'Sucursal',
  usuario: 'Persona',
  impresora: 'Impresora',
  agente: 'Agente',
  devolucion: 'Devolución',
  reimpresion: 'Reimpresión',
  puntos: 'Puntos',
  venta: 'Venta',
  turno: 'Caja',
  cuenta_corriente: 'Cuenta corriente',
  archivo: 'Archivo',
  pedido: 'Pedido',
  pago: 'Pago',
}
const ACCION: Record<AuditoriaAccion, string> = {
  crear: 'creó',
  cambiar: 'cambió',
  retirar: 'retiró',
  reponer: 'repuso',
  borrar: 'borró',
}

/** The changes with their persons and times, by kind, person and day; the filters are in the address. */
export function CambiosPage() {
  const filtros = useFiltros()
  const personas = usePersonaOptions()
  const { of, set } = filtros
  const que = AUDITADOS.find((one) => one === of('que'))
  const asked = { que, quien: of('quien'), desde: of('desde'), hasta: of('hasta'), cursor: of('cursor') }
  const query = useDueno('GET /api/mostrador/auditoria', { query: asked })
  const categorias = new Map(
    useDueno('GET /api/mostrador/categorias', undefined).data?.map(({ id, nombre }) => [id, nombre]),
  )
  const { data } = query
  return (
    <Marco title="Cambios">
      <div className={styles.filters}>
        <Que words={QUE} filtros={filtros} />
        <SelectField
          label="Quién"
          value={asked.quien ?? ''}
          onChange={({ target }) => set('quien', target.value)}
        >
          <option value="">Todos</option>
          {personas}
        </SelectField>
        <Dias filtros={filtros} />
      </div>
      <Lista
        query={{ ...query, data: data?.cambios }}
        label="Cambios"
        columns={['Cuándo', 'Quién', 'Qué', 'Antes', 'Después']}
        empty="No hay cambios así."
      >
        {(one) => <Fila key={one.id} cambio={one} categorias={categorias} />}
      </Lista>
      <MasViejos siguiente={data?.siguiente} filtros={filtros} />
    </Marco>
  )
}

function Fila({ cambio, categorias }: { cambio: Cambio; categorias: ReadonlyMap<number, string> }) {
  const { cuando, quien, accion, que, nombre } = cambio
  const { antes, despues } = cambioLineasOf(cambio, categorias)
  return (
    <tr>
      <td className={styles.number}>{formatMoment(cuando)}</td>
      <td>{quien}</td>
      <th scope="row">
        {ACCION[accion]} {QUE[que].toLowerCase()}
        {nombre !== QUE[que] && ` «${nombre}»`}
      </th>
      <td data-columna="Antes">
        <Lineas of={antes} />
      </td>
      <td data-columna="Después">
        <Lineas of={despues} />
      </td>
    </tr>
  )
}

function Lineas({ of }: { of: readonly string[] }) {
  if (of.length === 0) return '—'
  return (
    <div className={styles.facts}>
      {of.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
