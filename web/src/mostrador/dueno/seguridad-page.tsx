import type { EventoAnswer } from '@imprimitodo/shared/api/seguridad'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import {
  EVENTO_SEGURIDAD_KEYS,
  EVENTOS_SEGURIDAD,
  SEGURIDAD_DIAS,
} from '@imprimitodo/shared/rules/gestion/seguridad'
import { TextButton, TextLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { Descarga } from '../descarga.tsx'
import styles from './dueno.module.css'
import { Dias, MasViejos, Que, searchWith, useFiltros, usePersonaOptions } from './filtros.tsx'
import { Lista, Marco } from './marco.tsx'
import { useDueno } from './queries.ts'

/** Enough to tell the addresses on a page apart. */
const ORIGEN_CHARS = 6

/** The security events of accounts and logins, by kind, person and day. */
export function SeguridadPage() {
  const filtros = useFiltros()
  const personas = usePersonaOptions()
  const { search, of, set } = filtros
  const que = EVENTO_SEGURIDAD_KEYS.find((one) => one === of('que'))
  const [operador, cliente] = [of('operador'), of('cliente')]
  const searched = { que, operador, cliente, desde: of('desde'), hasta: of('hasta') }
  const asked = { ...searched, cursor: of('cursor') }
  const query = useDueno('GET /api/mostrador/seguridad', { query: asked })
  const csv = new URLSearchParams({ separador: 'punto_y_coma' })
  for (const [name, value] of Object.entries(searched)) if (value) csv.set(name, value)
  return (
    <Marco title="Actividad de seguridad">
      <div className={styles.head}>
        <p className="muted">
          Ingresos, códigos errados, cambios de cuentas, devoluciones y límites de los últimos{' '}
          {SEGURIDAD_DIAS} días. Cada quien recibe además un mail cuando algo cambia en su cuenta.
        </p>
        <Descarga formato="CSV" name="Actividad de seguridad" href={`/api/mostrador/seguridad.csv?${csv}`} />
      </div>
      <div className={styles.filters}>
        <Que words={EVENTOS_SEGURIDAD} filtros={filtros} />
        {cliente ? (
          <DeCliente id={cliente} onRemove={() => set('cliente', '')} />
        ) : (
          <SelectField
            label="De quién"
            value={operador ?? ''}
            onChange={({ target }) => set('operador', target.value)}
          >
            <option value="">Todos</option>
            {personas}
          </SelectField>
        )}
        <Dias filtros={filtros} />
      </div>
      <Lista
        query={{ ...query, data: query.data?.eventos }}
        label="Actividad de seguridad"
        columns={['Cuándo', 'Qué', 'De quién', 'Detalle', 'Desde dónde']}
        empty="No pasó nada así en estos días."
      >
        {(one) => <Fila key={one.id} evento={one} search={search} />}
      </Lista>
      <p className="muted">
        «Desde dónde» es una huella de la dirección de red: dos iguales son de la misma, y la dirección no se
        guarda. Para ver lo de un cliente, elegí su nombre acá o entrá desde su ficha.
      </p>
      <MasViejos siguiente={query.data?.siguiente} filtros={filtros} />
    </Marco>
  )
}

function DeCliente({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useDueno('GET /api/mostrador/clientes/:id', { params: { id } })
  return (
    <p className={styles.facts}>
      <span>
        De <TextLink to={`/mostrador/dueno/clientes/${id}`}>{data?.nombre ?? `cuenta ${id}`}</TextLink>
      </span>
      <TextButton onClick={onRemove}>Ver de todos</TextButton>
    </p>
  )
}

function Fila({ evento, search }: { evento: EventoAnswer; search: URLSearchParams }) {
  const { cuando, que, cuenta, detalle, veces, origen } = evento
  const only =
    cuenta && searchWith(search, { operador: '', cliente: '', cursor: '', [cuenta.tipo]: String(cuenta.id) })
  return (
    <tr>
      <td className={styles.number}>{formatMoment(cuando)}</td>
      <th scope="row">
        {EVENTOS_SEGURIDAD[que]}
        {veces > 1 && ` (${veces} veces)`}
      </th>
      <td data-columna="De quién">
        {cuenta ? (
          <TextLink to={`?${only}`}>
            {cuenta.nombre ?? `Cuenta ${cuenta.id}, borrada`}
            {cuenta.tipo === 'cliente' && ' (cliente)'}
          </TextLink>
        ) : (
          '—'
        )}
      </td>
      <td data-columna="Detalle">{detalle || '—'}</td>
      <td data-columna="Desde dónde">
        {origen ? <code className={styles.huella}>{origen.slice(0, ORIGEN_CHARS)}</code> : '—'}
      </td>
    </tr>
  )
}
