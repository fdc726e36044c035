import type { CartelDueno } from '@imprimitodo/shared/api/catalogo'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { ask } from '../session/ask.ts'
import { useAct, useDueno, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Fotos, type FotoValor } from './fotos.tsx'
import { Lista } from './marco.tsx'
import { numberOf, textOf } from './valores.ts'

const TIPOS: [CartelDueno['tipo'], string][] = [
  ['tradicional', 'Tradicional'],
  ['luz_interior', 'Con luz interior'],
  ['tridimensional', 'Tridimensional'],
]

export function Carteles() {
  const query = useDueno('GET /api/mostrador/carteles', undefined)
  const [editing, setEditing] = useState<CartelDueno | 'nuevo' | null>(null)
  const act = useAct()
  return (
    <>
      <div className={styles.head}>
        <h2>Carteles</h2>
        <Button size="medium" onClick={() => setEditing('nuevo')}>
          Agregar cartel
        </Button>
      </div>
      <Lista
        query={query}
        label="Carteles"
        columns={['Título', 'Tipo', 'Orden', 'Acciones']}
        empty="Todavía no hay carteles."
      >
        {(one) => (
          <tr key={one.id}>
            <th scope="row">{one.titulo}</th>
            <td>{TIPOS.find(([tipo]) => tipo === one.tipo)?.[1]}</td>
            <td className={styles.number}>{one.orden}</td>
            <td>
              <div className={styles.actions}>
                <TextButton onClick={() => setEditing(one)}>
                  Editar<span className="visually-hidden"> {one.titulo}</span>
                </TextButton>
                <TextButton
                  onClick={() =>
                    act(`«${one.titulo}» se borró`, () =>
                      ask('DELETE /api/mostrador/carteles/:id', { params: { id: String(one.id) } }),
                    )
                  }
                >
                  Borrar<span className="visually-hidden"> {one.titulo}</span>
                </TextButton>
              </div>
            </td>
          </tr>
        )}
      </Lista>
      {editing && (
        <CartelEditor cartel={editing === 'nuevo' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

function CartelEditor({ cartel, onClose }: { cartel: CartelDueno | null; onClose: () => void }) {
  const { imagen_id, imagen } = cartel ?? {}
  const [fotos, setFotos] = useState<FotoValor[]>(
    imagen_id && imagen ? [{ imagen_id, imagen, es_principal: true }] : [],
  )
  const refresh = useRefresh()
  return (
    <Editor
      title={cartel ? `Editar ${cartel.titulo}` : 'Agregar cartel'}
      campos={[
        { name: 'tipo', label: 'Tipo', opciones: TIPOS },
        { name: 'titulo', label: 'Título' },
        { name: 'texto', label: 'Texto', kind: 'largo' },
        { name: 'orden', label: 'Orden', kind: 'numero', hint: 'Los números menores van primero.' },
      ]}
      inicial={{
        tipo: cartel?.tipo ?? 'tradicional',
        titulo: cartel?.titulo ?? '',
        texto: cartel?.texto ?? '',
        orden: String(cartel?.orden ?? 0),
      }}
      saved="Cartel guardado"
      save={(valores) => {
        const body = {
          tipo: TIPOS.find(([tipo]) => tipo === valores.tipo)?.[0] ?? 'tradicional',
          titulo: textOf(valores.titulo),
          texto: textOf(valores.texto),
          orden: numberOf(valores.orden) ?? 0,
          imagen_id: fotos[0]?.imagen_id ?? null,
        }
        return cartel
          ? ask('PATCH /api/mostrador/carteles/:id', { params: { id: String(cartel.id) }, body })
          : ask('POST /api/mostrador/carteles', { body })
      }}
      onSaved={refresh}
      onClose={onClose}
    >
      {(problems) => <Fotos fotos={fotos} max={1} problem={problems.imagen_id} onChange={setFotos} />}
    </Editor>
  )
}
