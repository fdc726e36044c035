import { AjusteForm } from '@imprimitodo/shared/api/dueno'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button, TextLink } from '../../ui/button.tsx'
import { Unloaded } from '../loading.tsx'
import { ask } from '../session/ask.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Lista, Marco } from './marco.tsx'
import { useDueno, useReload } from './queries.ts'
import { numberIn, textOf } from './valores.ts'

/** One customer: points and their history, orders, and a correction with its reason. */
export function ClientePage() {
  const { id = '' } = useParams()
  const query = useDueno('GET /api/mostrador/clientes/:id', { params: { id } })
  const { data, refetch } = query
  const [isAdjusting, setAdjusting] = useState(false)
  // One key for each opening of the form: sent again, it is the same correction
  const clave = useRef('')
  const reload = useReload()
  const loaded = { error: null, refetch }
  return (
    <Marco title={data?.nombre ?? 'Cliente'}>
      <Unloaded query={query} label="Cargando…" />
      {data && (
        <>
          <p>
            {data.email} · {data.celular} · <b>{count(data.saldo, 'punto')}</b>
            {data.deuda > 0 && ` · debe ${data.deuda.toLocaleString('es-AR')} por una devolución`}
          </p>
          <div className={styles.actions}>
            <Button
              size="medium"
              onClick={() => {
                clave.current = crypto.randomUUID()
                setAdjusting(true)
              }}
            >
              Ajustar puntos
            </Button>
            <TextLink to={`/mostrador/dueno/seguridad?cliente=${id}`}>Actividad de seguridad</TextLink>
          </div>
          <h2>Puntos</h2>
          <Lista
            query={{ ...loaded, data: data.movimientos }}
            label="Movimientos de puntos"
            columns={['Cuándo', 'Motivo', 'Puntos', 'Saldo']}
            empty="Sin movimientos."
          >
            {(move) => (
              <tr key={move.id}>
                <td className={styles.number}>{formatMoment(move.cuando)}</td>
                <td>{move.motivo}</td>
                <td className={styles.number} data-columna="Puntos">
                  {move.puntos.toLocaleString('es-AR')}
                </td>
                <td className={styles.number} data-columna="Saldo">
                  {move.saldo.toLocaleString('es-AR')}
                </td>
              </tr>
            )}
          </Lista>
          <h2>Pedidos</h2>
          <Lista
            query={{ ...loaded, data: data.pedidos }}
            label="Pedidos"
            columns={['Pedido', 'Cuándo', 'Estado', 'Importe']}
            empty="Sin pedidos con esta cuenta."
          >
            {(pedido) => (
              <tr key={pedido.pedido_id}>
                <th scope="row">
                  <TextLink to={`/mostrador/pedidos/${pedido.pedido_id}`}>{pedido.numero}</TextLink>
                </th>
                <td className={styles.number}>{formatMoment(pedido.confirmado)}</td>
                <td>{ESTADO_TITLES[pedido.estado]}</td>
                <td className={styles.number}>{formatPesos(pedido.importe_final)}</td>
              </tr>
            )}
          </Lista>
        </>
      )}
      {isAdjusting && (
        <Editor
          title="Ajustar puntos"
          schema={AjusteForm}
          campos={[
            {
              name: 'puntos',
              label: 'Puntos',
              kind: 'numero',
              hint: 'Con menos adelante para quitar: -500.',
            },
            { name: 'motivo', label: 'Motivo', hint: 'El cliente lo lee en su historial.' },
          ]}
          inicial={{ puntos: '', motivo: '' }}
          saved="Puntos ajustados"
          body={({ puntos, motivo }) => ({ puntos: numberIn(puntos), motivo: textOf(motivo) })}
          save={(body) =>
            ask('POST /api/mostrador/clientes/:id/ajuste', { params: { id }, body, clave: clave.current })
          }
          onSaved={reload}
          onClose={() => setAdjusting(false)}
        />
      )}
    </Marco>
  )
}
