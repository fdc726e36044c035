import type { PremioDueno } from '@imprimitodo/shared/api/catalogo'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ask } from '../session/ask.ts'
import { useAct, useDueno, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Fotos, type FotoValor } from './fotos.tsx'
import { Lista, Marco } from './marco.tsx'
import { numberOf, textOf, typed } from './valores.ts'

export function PremiosPage() {
  const query = useDueno('GET /api/mostrador/premios', undefined)
  const [editing, setEditing] = useState<PremioDueno | 'nuevo' | null>(null)
  const act = useAct()
  return (
    <Marco title="Premios">
      <div className={styles.head}>
        <p className="muted">
          Lo que se canjea por puntos. Conviene que un premio no valga más del 20 % de lo que hay que gastar
          para ganarlo.
        </p>
        <Button variant="primary" size="medium" icon={Plus} onClick={() => setEditing('nuevo')}>
          Agregar premio
        </Button>
      </div>
      <Lista
        query={query}
        label="Premios"
        columns={['Premio', 'Puntos', 'Cantidad', 'Vale', 'Acciones']}
        empty="Todavía no hay premios."
      >
        {(one) => (
          <tr key={one.id} className={cx(one.retirado && styles.off)}>
            <th scope="row">
              {one.nombre}
              {one.retirado && ' (retirado)'}
            </th>
            <td className={styles.number}>{one.puntos_requeridos.toLocaleString('es-AR')}</td>
            <td className={styles.number}>
              {one.cantidad} {one.es_codigo_canje ? 'hojas por vez' : 'en stock'}
            </td>
            <td>
              {one.porcentaje === null ? 'Sin valor cargado' : `${typed(one.porcentaje)} % del gasto`}
              {one.aviso && <p className={styles.problem}>{one.aviso}</p>}
            </td>
            <td>
              <div className={styles.actions}>
                <TextButton onClick={() => setEditing(one)}>
                  Editar<span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
                <TextButton
                  onClick={() =>
                    act(one.retirado ? `«${one.nombre}» se puede canjear` : `«${one.nombre}» se retiró`, () =>
                      ask('POST /api/mostrador/premios/:id/retirar', {
                        params: { id: String(one.id) },
                        body: { retirado: !one.retirado },
                      }),
                    )
                  }
                >
                  {one.retirado ? 'Reponer' : 'Retirar'}
                  <span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
              </div>
            </td>
          </tr>
        )}
      </Lista>
      {editing && (
        <PremioEditor premio={editing === 'nuevo' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Marco>
  )
}

function PremioEditor({ premio, onClose }: { premio: PremioDueno | null; onClose: () => void }) {
  const { imagen_id, imagen } = premio ?? {}
  const [fotos, setFotos] = useState<FotoValor[]>(
    imagen_id && imagen ? [{ imagen_id, imagen, es_principal: true }] : [],
  )
  const refresh = useRefresh()
  return (
    <Editor
      title={premio ? `Editar ${premio.nombre}` : 'Agregar premio'}
      campos={[
        { name: 'nombre', label: 'Nombre' },
        { name: 'descripcion', label: 'Descripción', kind: 'largo' },
        { name: 'puntos_requeridos', label: 'Puntos que cuesta', kind: 'numero' },
        { name: 'es_codigo_canje', label: 'Son hojas gratis, como código', kind: 'si' },
        {
          name: 'cantidad',
          label: 'Cantidad',
          kind: 'numero',
          hint: 'De hojas: las que da cada vez. De lo demás: el stock.',
        },
        {
          name: 'valor',
          label: 'Cuánto vale ($)',
          kind: 'numero',
          hint: 'Solo para el aviso; el valor de las hojas sale de la lista de precios.',
        },
        { name: 'orden', label: 'Orden', kind: 'numero' },
      ]}
      inicial={{
        nombre: premio?.nombre ?? '',
        descripcion: premio?.descripcion ?? '',
        puntos_requeridos: typed(premio?.puntos_requeridos ?? null),
        es_codigo_canje: premio?.es_codigo_canje ?? false,
        cantidad: typed(premio?.cantidad ?? null),
        valor: premio?.es_codigo_canje ? '' : typed(premio?.valor ?? null),
        orden: String(premio?.orden ?? 0),
      }}
      saved="Premio guardado"
      save={(valores) => {
        const body = {
          nombre: textOf(valores.nombre),
          descripcion: textOf(valores.descripcion),
          puntos_requeridos: numberOf(valores.puntos_requeridos) ?? Number.NaN,
          cantidad: numberOf(valores.cantidad) ?? Number.NaN,
          es_codigo_canje: valores.es_codigo_canje === true,
          valor: numberOf(valores.valor),
          orden: numberOf(valores.orden) ?? 0,
          imagen_id: fotos[0]?.imagen_id ?? null,
        }
        return premio
          ? ask('PATCH /api/mostrador/premios/:id', { params: { id: String(premio.id) }, body })
          : ask('POST /api/mostrador/premios', { body })
      }}
      onSaved={refresh}
      onClose={onClose}
    >
      {(problems) => <Fotos fotos={fotos} max={1} problem={problems.imagen_id} onChange={setFotos} />}
    </Editor>
  )
}
