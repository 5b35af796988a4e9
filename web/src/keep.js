// What the reader takes along: a recording as a file, a link in the clipboard.

export function save({ bytes }, name) {
    const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' })),
        download: `${name}.qdr`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function share(page, address) {
    try {
        await navigator.clipboard.writeText(address);
        page.alert('The link is in the clipboard: it opens this scene from its beginning, set up as it is here.', false, 'link');
    } catch {
        page.alert(`The link: ${address}`, false, 'link');
    }
    setTimeout(() => page.alert('', false, 'link'), 8000);
}
