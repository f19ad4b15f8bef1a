/** Matches what makes a component interactive: React hooks, event handlers, classes, and browser APIs. */
export const liveCodePattern =
  /\buse(?:State|Reducer|Effect|LayoutEffect|InsertionEffect|SyncExternalStore|ImperativeHandle|Transition|DeferredValue|Optimistic|ActionState|ColorMode|WindowSize|IsBrowser|QueryString|StorageSlot|Collapsible|Event|Location|History|HistorySelector)\b|\bon[A-Z]\w*\s*[=:]|\bextends\s+(?:React\.)?(?:Pure)?Component\b|@docusaurus\/(?:BrowserOnly|useIsBrowser|ExecutionEnvironment)|@theme\/(?:Tabs|CodeBlock\/Live)|\b(?:addEventListener|localStorage|IntersectionObserver)\b/;

/** Matches what reads a context, whose value may change if the site has a component such as `Root` around its pages. */
export const contextPattern = /\buseContext\b|\buse\(|\.Consumer\b|\bcontextType\b/;
