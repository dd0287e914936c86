"""Tags and elements of HTML, XML, Vue, Svelte and JSX, and scripts and styles in them."""
