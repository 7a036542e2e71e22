import { useSession } from './session.tsx'

/** A provider by the name that people know it by, with its id beside it in small. One that is gone has only the id. */
export const NamedProvider = ({ id }: { readonly id: string }) => {
  const { providers: catalog } = useSession()
  const name = catalog.find((entry) => entry.id === id)?.name ?? id
  return (
    <>
      <bdi>{name}</bdi>
      {name !== id && (
        <>
          {' '}
          <code className="muted">{id}</code>
        </>
      )}
    </>
  )
}
