/** A loading indicator. */
export const Busy = ({ children }: { readonly children: string }) => (
  <p className="empty" role="status">
    <span className="spinner" aria-hidden />
    {children}
  </p>
)
