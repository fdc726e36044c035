import { type CartelDueno, CartelForm } from '@imprimitodo/shared/api/catalogo'
import { useState } from 'react'
import { ask } from '../session/ask.ts'
import { SortDialog } from '../sort/sort-dialog.tsx'
import { Editor } from './editor.tsx'
import { Fotos, type FotoValor } from './fotos.tsx'
import { Listado } from './listado.tsx'
import { useDueno, useReload } from './queries.ts'
import { CARTEL_TIPOS, textOf } from './valores.ts'

export function CartelesSeccion() {
  const query = useDueno('GET /api/mostrador/carteles', undefined)
  const reload = useReload()
  return (
    <Listado
      query={query}
      label="Carteles"
      head={<h2>Carteles</h2>}
      add="Agregar cartel"
      columns={['Título', 'Tipo', 'Acciones']}
      empty="Todavía no hay carteles."
      nameOf={({ titulo }) => titulo}
      cells={({ tipo }) => [CARTEL_TIPOS.find(([own]) => own === tipo)?.[1]]}
      otra={({ id, titulo }) => ({
        label: 'Borrar',
        done: `«${titulo}» se borró`,
        act: () => ask('DELETE /api/mostrador/carteles/:id', { params: { id: String(id) } }),
      })}
      ordenar={(close) => (
        <SortDialog
          title="Ordenar los carteles"
          listas={[
            {
              clave: 'carteles',
              filas: (query.data ?? []).map(({ id, titulo }) => ({ id, nombre: titulo })),
              save: (ids) => ask('PUT /api/mostrador/carteles/orden', { body: { ids } }),
            },
          ]}
          onSettled={reload}
          onClose={close}
        />
      )}
      editor={(cartel, close) => <CartelEditor cartel={cartel} onClose={close} />}
    />
  )
}

function CartelEditor({ cartel, onClose }: { cartel: CartelDueno | null; onClose: () => void }) {
  const { imagen_id, imagen } = cartel ?? {}
  const [fotos, setFotos] = useState<FotoValor[]>(
    imagen_id && imagen ? [{ imagen_id, imagen, es_principal: true }] : [],
  )
  const reload = useReload()
  return (
    <Editor
      title={cartel ? `Editar ${cartel.titulo}` : 'Agregar cartel'}
      schema={CartelForm}
      campos={[
        { name: 'tipo', label: 'Tipo', opciones: CARTEL_TIPOS },
        { name: 'titulo', label: 'Título' },
        { name: 'texto', label: 'Texto', kind: 'largo' },
      ]}
      inicial={{
        tipo: cartel?.tipo ?? 'tradicional',
        titulo: cartel?.titulo ?? '',
        texto: cartel?.texto ?? '',
      }}
      saved="Cartel guardado"
      body={(valores) => ({
        tipo: CARTEL_TIPOS.find(([tipo]) => tipo === valores.tipo)?.[0] ?? 'tradicional',
        titulo: textOf(valores.titulo),
        texto: textOf(valores.texto),
        imagen_id: fotos[0]?.imagen_id ?? null,
      })}
      save={(body) => ask('POST /api/mostrador/carteles', { body })}
      change={
        cartel &&
        ((body) => ask('PATCH /api/mostrador/carteles/:id', { params: { id: String(cartel.id) }, body }))
      }
      onSaved={reload}
      onClose={onClose}
      parts={['imagen_id']}
    >
      {(problems) => <Fotos fotos={fotos} max={1} problem={problems.imagen_id} onChange={setFotos} />}
    </Editor>
  )
}
