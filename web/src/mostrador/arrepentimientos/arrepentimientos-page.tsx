import type { ArrepentimientoFila } from '@imprimitodo/shared/api/arrepentimiento'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Heading } from '../layout/heading.tsx'
import styles from '../layout/lista.module.css'
import { Paginas } from '../layout/paginas.tsx'
import { Subnav } from '../layout/subnav.tsx'
import { ask } from '../session/ask.ts'
import { Attend } from './attend.tsx'

type Cuales = 'abiertos' | 'atendidos'
const CUALES: readonly { value: Cuales; label: string }[] = [
  { value: 'abiertos', label: 'Por atender' },
  { value: 'atendidos', label: 'Atendidos' },
]

/** The arrepentimientos: the law gives the shop a working day to answer each. */
export function ArrepentimientosPage() {
  const [cuales, setCuales] = useState<Cuales>('abiertos')
  const query = useInfiniteQuery({
    queryKey: ['arrepentimientos', 'lista', cuales],
    queryFn: ({ pageParam, signal }) =>
      dataOf(ask('GET /api/mostrador/arrepentimientos', { query: { cuales, cursor: pageParam }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ siguiente }) => siguiente,
  })
  const filas = query.data?.pages.flatMap(({ arrepentimientos }) => arrepentimientos)
  return (
    <div className={styles.page}>
      <Subnav />
      <Heading title="Arrepentimientos" />
      <p className="muted">Hay que responder cada uno dentro de las 24 horas hábiles, al e-mail que dejó.</p>
      <Segmented label="Qué arrepentimientos" options={CUALES} value={cuales} onChange={setCuales} />
      <Paginas
        query={query}
        filas={filas}
        loading="Cargando los arrepentimientos…"
        empty={cuales === 'abiertos' ? 'No hay nadie esperando respuesta.' : 'Todavía no se atendió ninguno.'}
      >
        {(fila) => <Item key={fila.id} fila={fila} />}
      </Paginas>
    </div>
  )
}

function Item({ fila }: { fila: ArrepentimientoFila }) {
  const { codigo, nombre, email, compra, motivo, creado, atendido, atendido_por, nota } = fila
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <p>
          <b>{compra}</b>
        </p>
        <p>
          {nombre} · <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </p>
        {motivo && <p>Motivo: {motivo}</p>}
        <p className="muted">
          {formatMoment(creado)} h · Código {codigo}
        </p>
        {atendido && (
          <p>
            <b>Atendió {atendido_por}</b>, {formatMoment(atendido)} h: {nota}
          </p>
        )}
      </div>
      {!atendido && <Attend fila={fila} />}
    </li>
  )
}
