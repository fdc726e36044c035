import { type PremioDueno, PremioForm } from '@imprimitodo/shared/api/catalogo'
import { useState } from 'react'
import { ask } from '../session/ask.ts'
import { SortDialog } from '../sort/sort-dialog.tsx'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Fotos, type FotoValor } from './fotos.tsx'
import { Listado } from './listado.tsx'
import { Marco } from './marco.tsx'
import { useDueno, useReload } from './queries.ts'
import { numberIn, numberOf, textOf, typed } from './valores.ts'

export function PremiosPage() {
  const query = useDueno('GET /api/mostrador/premios', undefined)
  const reload = useReload()
  return (
    <Marco title="Premios">
      <Listado
        query={query}
        label="Premios"
        head={
          <p className="muted">
            Lo que se canjea por puntos. Conviene que un premio no valga más del 20 % de lo que hay que gastar
            para ganarlo.
          </p>
        }
        add="Agregar premio"
        isMain
        columns={['Premio', 'Puntos', 'Cantidad', 'Vale', 'Acciones']}
        empty="Todavía no hay premios."
        nameOf={({ nombre, retirado }) => (retirado ? `${nombre} (retirado)` : nombre)}
        cells={({ puntos_requeridos, cantidad, es_codigo_canje, porcentaje, aviso }) => [
          puntos_requeridos.toLocaleString('es-AR'),
          `${cantidad} ${es_codigo_canje ? 'hojas por vez' : 'en stock'}`,
          <>
            {porcentaje === null ? 'Sin valor cargado' : `${typed(porcentaje)} % del gasto`}
            {aviso && <p className={styles.problem}>{aviso}</p>}
          </>,
        ]}
        isOff={({ retirado }) => retirado !== null}
        otra={({ id, nombre, retirado }) => ({
          label: retirado ? 'Reponer' : 'Retirar',
          done: retirado ? `«${nombre}» se puede canjear` : `«${nombre}» se retiró`,
          act: () =>
            ask('POST /api/mostrador/premios/:id/retirar', {
              params: { id: String(id) },
              body: { retirado: !retirado },
            }),
        })}
        ordenar={(close) => (
          <SortDialog
            title="Ordenar los premios"
            listas={[
              {
                clave: 'premios',
                filas: (query.data ?? []).filter(({ retirado }) => retirado === null),
                save: (ids) => ask('PUT /api/mostrador/premios/orden', { body: { ids } }),
              },
            ]}
            onSettled={reload}
            onClose={close}
          />
        )}
        editor={(premio, close) => <PremioEditor premio={premio} onClose={close} />}
      />
    </Marco>
  )
}

function PremioEditor({ premio, onClose }: { premio: PremioDueno | null; onClose: () => void }) {
  const { imagen_id, imagen } = premio ?? {}
  const [fotos, setFotos] = useState<FotoValor[]>(
    imagen_id && imagen ? [{ imagen_id, imagen, es_principal: true }] : [],
  )
  const reload = useReload()
  return (
    <Editor
      title={premio ? `Editar ${premio.nombre}` : 'Agregar premio'}
      schema={PremioForm}
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
      ]}
      inicial={{
        nombre: premio?.nombre ?? '',
        descripcion: premio?.descripcion ?? '',
        puntos_requeridos: typed(premio?.puntos_requeridos),
        es_codigo_canje: premio?.es_codigo_canje ?? false,
        cantidad: typed(premio?.cantidad),
        valor: premio?.es_codigo_canje ? '' : typed(premio?.valor),
      }}
      saved="Premio guardado"
      body={(valores) => ({
        nombre: textOf(valores.nombre),
        descripcion: textOf(valores.descripcion),
        puntos_requeridos: numberIn(valores.puntos_requeridos),
        cantidad: numberIn(valores.cantidad),
        es_codigo_canje: valores.es_codigo_canje,
        valor: numberOf(valores.valor),
        imagen_id: fotos[0]?.imagen_id ?? null,
      })}
      // Sheets of each code, or the stock
      together={[['es_codigo_canje', 'cantidad']]}
      save={(body) => ask('POST /api/mostrador/premios', { body })}
      change={
        premio &&
        ((body) => ask('PATCH /api/mostrador/premios/:id', { params: { id: String(premio.id) }, body }))
      }
      onSaved={reload}
      onClose={onClose}
      parts={['imagen_id']}
    >
      {(problems) => <Fotos fotos={fotos} max={1} problem={problems.imagen_id} onChange={setFotos} />}
    </Editor>
  )
}
