import { useEffect, useRef, useState } from 'react'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files dropped anywhere in the window: otherwise a drop beside the frame would open the PDF. Returns
 * whether files are being dragged over it now.
 */
export function useWindowDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    const early = window.takeDropped?.() ?? []
    window.takeDropped = undefined
    if (early.length > 0) take.current(early)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return over
}
